import { adminHref } from '#admin-pages.ts'
import type { Transaction } from '#database/sql.ts'
import { type Role, rolesLabel } from '#domain/permissions.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { addInvitation } from './queries.ts'

/** How long a link can be used. */
const linkDays = 7

/**
 * Mails a person of the admin area the link on which they set a password; an earlier one that was not used ends. It leaves with the
 * transaction.
 */
export async function sendLink(
  transaction: Transaction,
  services: Pick<Services, 'brand' | 'env' | 'now'>,
  person: { id: string; name: string; email: string; roles: readonly Role[] },
  { isNew, by }: { isNew: boolean; by: string },
): Promise<void> {
  const now = services.now()
  const token = newToken()
  const expiresAt = new Date(now.getTime() + linkDays * 24 * 60 * 60 * 1000)
  await addInvitation(transaction, {
    tokenHash: tokenHash(token)!,
    personId: person.id,
    now: now.toISOString(),
    expiresAt: expiresAt.toISOString(),
  })
  const link = { href: adminHref('invitation', { token }), days: linkDays, isNew, by }
  await queueMail(transaction, invitationMail(person, link), services)
}

type Invited = { name: string; email: string; roles: readonly Role[] }

/** The link on which a person of the admin area sets a password: to begin with, or anew. `by` is who has sent it. */
function invitationMail(to: Invited, link: { href: string; days: number; isNew: boolean; by: string }): MailDraft {
  const { href, days, isNew, by } = link
  return {
    kind: isNew ? 'admin-invitation' : 'admin-new-password',
    causedBy: 'staff',
    to,
    subject: isNew ? 'Your invitation to the admin area' : 'Set a new password for the admin area',
    body: [
      { kind: 'paragraph', text: `Hello ${to.name},` },
      {
        kind: 'paragraph',
        text: isNew
          ? `${by} has invited you to the admin area of the authority as ${rolesLabel(to.roles).toLowerCase()}. Set your password to start. You sign in with this email address.`
          : `${by} has sent you a link to set a new password for the admin. Your current password works until you do.`,
      },
      { kind: 'button', label: isNew ? 'Accept the invitation' : 'Set a new password', href },
      {
        kind: 'paragraph',
        text: `The link works once, within ${days} days. Do not forward this email: anyone who opens the link can sign in as you.`,
      },
    ],
  }
}
