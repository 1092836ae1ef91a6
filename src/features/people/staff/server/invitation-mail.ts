import { type Role, rolesLabel } from '#domain/permissions.ts'
import type { MailDraft } from '#mail/mail-draft.ts'

type Invited = { name: string; email: string; roles: readonly Role[] }

/** The link on which a person of the admin area sets a password: to begin with, or anew. `by` is who has sent it. */
export function invitationMail(
  to: Invited,
  link: { href: string; days: number; isNew: boolean; by: string },
): MailDraft {
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
