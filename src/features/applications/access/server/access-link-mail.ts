import type { MailDraft } from '#mail/mail-draft.ts'

type AccessLink = { reference: string; href: string }

/**
 * The links that somebody has asked for, to the organisation's own address. It repeats nothing that was typed, for that address need not
 * be the applicant's.
 */
export function accessLinkMail(email: string, links: AccessLink[], days: number): MailDraft {
  const one = links.length === 1
  return {
    kind: 'access-link',
    causedBy: 'visitor',
    to: { name: '', email },
    subject: one ? `Your link to application ${links[0]!.reference}` : 'Your links to your applications',
    body: [
      { kind: 'paragraph', text: 'Hello,' },
      {
        kind: 'paragraph',
        text: `You asked to continue your ${one ? 'application' : 'applications'} in another browser. ${one ? 'This link works' : 'Each link works'} once, within ${days} days.`,
      },
      ...links.map(({ reference, href }) => ({
        kind: 'button' as const,
        label: `Continue with ${reference}`,
        href,
      })),
      {
        kind: 'paragraph',
        text: 'If you did not ask for this, ignore this email. Do not forward it to anyone.',
      },
    ],
  }
}
