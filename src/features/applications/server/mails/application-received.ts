import type { Brand } from '../../../../brand.ts'
import { longDay } from '../../../../domain/london-time.ts'
import type { MailDraft } from '../../../mail/server/mail-draft.ts'

export type ReceivedApplication = {
  applicationId: string
  reference: string
  organisation: {
    name: string
    tradingName: string
    contactName: string
    email: string
    phone: string
    website: string
    companyNo: string
  }
  event: {
    title: string
    eventType: 'physical' | 'online' | 'private'
    category: string
    /** `YYYY-MM-DD` or empty. */
    date: string
    venue: string
    address: string
    city: string
    county: string
    postcode: string
    onlineUrl: string
    url: string
    capacity: number
    description: string
  }
}

const eventTypes = { physical: 'Public event', online: 'Online event', private: 'Private Event Service' }

/** To who has applied: the reference, what is to be done next, the way back (a `link` that works once), and a copy of the answers. */
export function applicationReceivedMail(application: ReceivedApplication, link: string, brand: Brand): MailDraft {
  const { applicationId, reference, organisation, event } = application
  const place = [event.venue, event.address, event.city, event.county, event.postcode].filter(Boolean).join(', ')
  return {
    kind: 'application-received',
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
        text: `Please email your documents to ${brand.complianceEmail} and quote ${reference}.`,
      },
      { kind: 'button', label: 'See your application', href: link },
      { kind: 'heading', text: 'Organisation' },
      {
        kind: 'facts',
        facts: [
          { term: 'Name', details: organisation.name },
          { term: 'Trading name', details: organisation.tradingName },
          { term: 'Company number', details: organisation.companyNo },
          { term: 'Contact', details: organisation.contactName },
          { term: 'Email', details: organisation.email },
          { term: 'Phone', details: organisation.phone },
          { term: 'Website', details: organisation.website },
        ],
      },
      { kind: 'heading', text: 'Event' },
      {
        kind: 'facts',
        facts: [
          { term: 'Title', details: event.title },
          { term: 'Type', details: eventTypes[event.eventType] },
          { term: 'Category', details: event.category },
          {
            term: 'Date',
            details: event.eventType === 'private' ? 'Clients pick their own dates' : longDay(event.date || null),
          },
          { term: 'Venue', details: place },
          { term: 'Online at', details: event.onlineUrl },
          { term: 'Website', details: event.url },
          { term: 'Capacity', details: event.capacity.toLocaleString('en-GB') },
          { term: 'Description', details: event.description },
        ],
      },
      {
        kind: 'paragraph',
        text: `If you have not applied, somebody has entered your address by mistake. Please tell us at ${brand.email}.`,
      },
    ],
  }
}
