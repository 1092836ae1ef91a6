import { type Role, roleLabel } from '../../../../domain/duties.ts'
import type { MailDraft } from '../../../mail/server/mail-draft.ts'

type Invited = { name: string; email: string; role: Role }

/** The link on which a person of the desk sets a password: to begin with, or anew. `by` is who has sent it. */
export function invitationMail(
  to: Invited,
  link: { href: string; days: number; isNew: boolean; by: string },
): MailDraft {
  const { href, days, isNew, by } = link
  return {
    kind: isNew ? 'desk-invitation' : 'desk-new-password',
    to,
    subject: isNew ? 'Your invitation to the desk' : 'Set a new password for the desk',
    body: [
      { kind: 'paragraph', text: `Hello ${to.name},` },
      {
        kind: 'paragraph',
        text: isNew
          ? `${by} has invited you to the desk of the authority as ${roleLabel(to.role).toLowerCase()}. Set your password to begin; you sign in with this email address.`
          : `${by} has sent you a link to set a new password for the desk. Your present one works until you do.`,
      },
      { kind: 'button', label: isNew ? 'Accept the invitation' : 'Set a new password', href },
      {
        kind: 'paragraph',
        text: `The link works once, within ${days} days. Please do not pass it on: whoever opens it acts as you.`,
      },
    ],
  }
}
