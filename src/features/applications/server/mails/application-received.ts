import type { Brand } from '#brand.ts'
import { eventFacts, organisationFacts, type ToldEvent } from '#features/applications/facts.ts'
import type { Organisation } from '#features/applications/schema.ts'
import type { MailDraft } from '#mail/mail-draft.ts'

export type ReceivedApplication = {
  applicationId: string
  reference: string
  organisation: Organisation
  event: ToldEvent
}

/** To who has applied: the reference, what is to be done next, the way back (a `link` that works once), and a copy of the answers. */
export function applicationReceivedMail(application: ReceivedApplication, link: string, brand: Brand): MailDraft {
  const { applicationId, reference, organisation, event } = application
  return {
    kind: 'application-received',
    causedBy: 'visitor',
    once: `application-received:${applicationId}`,
    to: { name: organisation.contactName, email: organisation.email },
    // The form can name anybody's address, so nothing that was typed into it stands in the subject.
    subject: `We have your application ${reference}`,
    body: [
      { kind: 'paragraph', text: `Hello ${organisation.contactName},` },
      {
        kind: 'paragraph',
        text: `Thank you for applying for accreditation. Your reference is ${reference}. You will be notified of the outcome by email.`,
      },
      {
        kind: 'paragraph',
        text: 'Next, please send us your documents. Use the button to see your application: its page says what comes next, and has a link to the list of what your event needs, where you can upload your documents.',
      },
      { kind: 'button', label: 'See your application', href: `${link}?to=status` },
      { kind: 'heading', text: 'Organisation' },
      { kind: 'facts', facts: organisationFacts(organisation) },
      { kind: 'heading', text: 'Event' },
      { kind: 'facts', facts: eventFacts(event) },
      {
        kind: 'paragraph',
        text: `If you did not apply, someone entered your address by mistake. Please tell us at ${brand.email}.`,
      },
    ],
  }
}
