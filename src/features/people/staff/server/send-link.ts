import { adminHref } from '#admin-pages.ts'
import type { Transaction } from '#database/sql.ts'
import type { Role } from '#domain/permissions.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { invitationMail } from './invitation-mail.ts'
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
