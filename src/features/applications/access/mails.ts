import { mail } from '#mail/mail.ts'
import type { MailBlock } from '#mail/mail-draft.ts'

export const accessLinkDays = 14

type AccessLink = { reference: string; href: string }

/** The address need not be that of the person who applied, so nothing typed is repeated. */
export function accessLinkMail(email: string, links: AccessLink[]) {
  const one = links.length === 1
  const buttons: MailBlock[] = links.map(({ reference, href }) => ({
    kind: 'button',
    label: `Continue with ${reference}`,
    href,
  }))
  return mail('access-link', {
    causedBy: 'visitor',
    to: { name: '', email },
    subject: one ? `Your link to application ${links[0]!.reference}` : 'Your links to your applications',
  })`
    Hello,

    You asked to continue your ${one ? 'application' : 'applications'} in another browser. ${one ? 'This link works' : 'Each link works'} once, within ${accessLinkDays} days.

    ${buttons}

    If you did not ask for this, ignore this email. Do not forward it to anyone.`
}

/** The address may be anybody's, so nothing typed is repeated. */
export const draftLinkMail = (email: string, href: string) =>
  mail('draft-link', {
    causedBy: 'visitor',
    to: { name: '', email },
    subject: 'Your link to continue your application',
  })`
    Hello,

    You asked to continue your application for accreditation on another device. Open this email on that device. The link works once, within ${accessLinkDays} days.

    [Continue your application](${href})

    If you did not ask for this, someone typed your address by mistake. Ignore this email, and do not forward it to anyone.`
