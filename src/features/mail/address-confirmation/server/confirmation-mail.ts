import { href } from '../../../../pages.ts'
import type { MailDraft } from '../../server/mail-draft.ts'
import { type ConfirmationReason, confirmationDays, confirmationReasons } from '../rules.ts'

/** Asks whoever reads the address to confirm it. `token` is the link's; nothing in the mail was typed by anybody. */
export function confirmationMail(email: string, reason: ConfirmationReason, token: string): MailDraft {
  const { asked, waits } = confirmationReasons[reason]
  return {
    kind: 'address-confirmation',
    to: { name: '', email },
    subject: 'Please confirm your email address',
    body: [
      { kind: 'paragraph', text: asked },
      { kind: 'paragraph', text: `Please confirm that the address is yours. ${waits}` },
      { kind: 'button', label: 'Confirm the address', href: href('addressConfirmation', { token }) },
      {
        kind: 'paragraph',
        text: `The link works for ${confirmationDays} days. If this was not you, ignore this email.`,
      },
    ],
  }
}
