import type { Brand } from '#brand.ts'
import { accreditAfter, unlessChecked } from '#domain/assurance.ts'
import { applicationWords, type DecidedApplication, greeting, toApplicant } from '#mail/application-summary.ts'
import { mail } from '#mail/mail.ts'
import type { MailBlock } from '#mail/mail-draft.ts'
import { type EventSummary, eventFacts, type Fact, organisationFacts } from './facts.ts'
import type { Organisation } from './schema.ts'

export type ReceivedApplication = {
  applicationId: string
  reference: string
  organisation: Organisation
  event: EventSummary
}

const factsOf = (facts: Fact[]): MailBlock[] => [{ kind: 'facts', facts }]

/** @param link works once. */
export const applicationReceivedMail = (
  { applicationId, reference, organisation, event }: ReceivedApplication,
  link: string,
  brand: Brand,
) =>
  mail('application-received', {
    causedBy: 'visitor',
    once: `application-received:${applicationId}`,
    application: applicationId,
    to: { name: organisation.contactName, email: organisation.email },
    // The form can name anybody's address, so the subject has nothing that was typed.
    subject: `We have your application ${reference}`,
  })`
    Hello ${organisation.contactName},

    Thank you for applying for accreditation. Your reference is ${reference}. You will be notified of the outcome by email.

    Next, please send us your documents. Use the button to see your application: its page says what comes next, and has a link to the list of what your event needs, where you can upload your documents.

    [See your application](${link})

    # Organisation

    ${factsOf(organisationFacts(organisation))}

    # Event

    ${factsOf(eventFacts(event))}

    If you did not apply, someone entered your address by mistake. Please tell us at ${brand.email}.`

/** @param link works once, in whatever browser the email is read. */
export const applicationApprovedMail = (
  application: DecidedApplication,
  link: string,
  { accreditAfter: after }: Pick<Brand, 'accreditAfter'>,
) =>
  mail('application-approved', {
    causedBy: 'visitor',
    once: `application-decided:${application.applicationId}:${application.decision}`,
    ...toApplicant(application),
    subject: `Your application ${application.reference} has been approved`,
  })`
    ${greeting(application)}

    Your ${applicationWords(application)} has been approved.

    ${
      after === 'listing'
        ? `The next step is to pay for the annual listing. Your event is then in the public register as accredited: ${unlessChecked}.`
        : `The next step is to pay for the annual listing. Your event is then listed in the public register. It is accredited ${accreditAfter[after].when}.`
    }

    You can send us your documents at any time. To see which documents your event needs, go to “My applications” on our website.

    [Complete your listing](${link})`

export const accessLinkDays = 14

/** The address need not be that of the person who applied, so nothing typed is repeated. */
export function accessLinkMail(email: string, links: { reference: string; href: string }[]) {
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
