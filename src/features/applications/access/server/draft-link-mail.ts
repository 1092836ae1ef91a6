import type { MailDraft } from '#mail/mail-draft.ts'

/**
 * The link to an application that is still being written. It repeats nothing that was typed: the address may not be the
 * writer's own.
 */
export function draftLinkMail(email: string, href: string, days: number): MailDraft {
  return {
    kind: 'draft-link',
    causedBy: 'visitor',
    to: { name: '', email },
    subject: 'Your link to continue your application',
    body: [
      { kind: 'paragraph', text: 'Hello,' },
      {
        kind: 'paragraph',
        text: `You asked to continue your application for accreditation on another device. Open this email on that device. The link works once, within ${days} days.`,
      },
      { kind: 'button', label: 'Continue your application', href },
      {
        kind: 'paragraph',
        text: 'If you did not ask for this, someone typed your address by mistake. Ignore this email, and do not forward it to anyone.',
      },
    ],
  }
}
