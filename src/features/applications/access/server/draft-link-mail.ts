import type { MailDraft } from '../../../mail/server/mail-draft.ts'

/**
 * The link to an application that is still being written. It repeats nothing that was typed: the address may not be the
 * writer's own.
 */
export function draftLinkMail(email: string, href: string, days: number): MailDraft {
  return {
    kind: 'draft-link',
    to: { name: '', email },
    subject: 'Your link to continue your application',
    body: [
      { kind: 'paragraph', text: 'Hello,' },
      {
        kind: 'paragraph',
        text: `You have asked to continue your application for accreditation on another device. Open this mail there. The link works once, within ${days} days.`,
      },
      { kind: 'button', label: 'Continue your application', href },
      {
        kind: 'paragraph',
        text: 'If you have not asked for this, somebody has typed your address by mistake: there is nothing to do. Please do not pass it on.',
      },
    ],
  }
}
