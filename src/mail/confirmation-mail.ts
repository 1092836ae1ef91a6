import { href } from '#pages.ts'
import type { MailDraft } from './mail-draft.ts'

/** Fixed texts: a stranger may have typed the address, so nothing typed may be in this mail. */
const confirmationReasons = {
  application: {
    asked: 'Someone, probably you, has applied for accreditation with this email address.',
    waits: 'Until you confirm it, we cannot send you a copy of the application or publish an accreditation.',
  },
  boxing: {
    asked: 'Someone, probably you, has reserved tickets for the boxing night with this email address.',
    waits: 'If the address is not confirmed within 24 hours, we cancel the reservation.',
  },
} as const satisfies Record<string, { asked: string; waits: string }>
export type ConfirmationReason = keyof typeof confirmationReasons

export const confirmationDays = 14

export function confirmationMail(email: string, reason: ConfirmationReason, token: string): MailDraft {
  const { asked, waits } = confirmationReasons[reason]
  return {
    kind: 'address-confirmation',
    causedBy: 'visitor',
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
