import { longDay } from '#domain/london-time.ts'
import { type Draft, hasPassed, isRealDate } from './rules.ts'
import type { EventDraft, Organisation } from './schema.ts'

/** `isAddress`: a web address that somebody typed. */
export type Fact = { term: string; details: string; isAddress?: true }

const eventTypes: Record<string, string> = {
  physical: 'Public event',
  online: 'Online event',
  private: 'Private Event Service',
}

/** For the applicant's copy and the reviewer's page. A new field of the schema has to be named here. */
const organisationTerms: Record<keyof Organisation, Omit<Fact, 'details'>> = {
  name: { term: 'Name' },
  tradingName: { term: 'Trading name' },
  companyNo: { term: 'Company number' },
  contactName: { term: 'Contact' },
  email: { term: 'Email' },
  phone: { term: 'Phone' },
  website: { term: 'Website', isAddress: true },
}

export function organisationFacts(organisation: Organisation): Fact[] {
  return (Object.keys(organisationTerms) as (keyof Organisation)[]).map((field) => ({
    ...organisationTerms[field],
    details: organisation[field],
  }))
}

export type EventSummary = Omit<EventDraft, 'line_1' | 'line_2' | 'country' | 'latitude' | 'longitude' | 'couponCode'>

type EventFact = { term: string; isAddress?: true; tell: (event: EventSummary) => string }

/** The field is part of another one's fact. */
type PartOfFact<Field extends keyof EventDraft> = { within: Exclude<keyof EventDraft, Field> }

/** In the order of the page. A new field of the schema has to be named here: its own fact, part of another one, or why it is left out. */
const eventTerms: { [Field in keyof EventDraft]: EventFact | PartOfFact<Field> | { omitted: string } } = {
  title: { term: 'Title', tell: ({ title }) => title },
  eventType: { term: 'Type', tell: ({ eventType }) => eventTypes[eventType] ?? eventType },
  category: { term: 'Category', tell: ({ category }) => category },
  date: {
    term: 'Date',
    tell: ({ eventType, date }) => (eventType === 'private' ? 'Clients choose the date' : longDay(date || null)),
  },
  venue: {
    term: 'Venue',
    tell: ({ venue, address, city, county, postcode }) =>
      [venue, address, city, county, postcode].filter(Boolean).join(', '),
  },
  address: { within: 'venue' },
  city: { within: 'venue' },
  county: { within: 'venue' },
  postcode: { within: 'venue' },
  onlineUrl: { term: 'Online at', isAddress: true, tell: ({ onlineUrl }) => onlineUrl },
  url: { term: 'Website', isAddress: true, tell: ({ url }) => url },
  capacity: { term: 'Capacity', tell: ({ capacity }) => capacity?.toLocaleString('en-GB') },
  description: { term: 'Description', tell: ({ description }) => description },
  line_1: { omitted: 'The address has it' },
  line_2: { omitted: 'The address has it' },
  country: { omitted: 'The postcode tells it' },
  latitude: { omitted: 'Looked up by the postcode' },
  longitude: { omitted: 'Looked up by the postcode' },
  couponCode: { omitted: 'It is no part of the event' },
}

/** Drafts of earlier releases lack fields. */
export function eventFacts(event: EventSummary): Fact[] {
  return Object.values(eventTerms).flatMap((fact) =>
    'tell' in fact
      ? { term: fact.term, details: fact.tell(event), ...(fact.isAddress ? { isAddress: fact.isAddress } : {}) }
      : [],
  )
}

export function reviewRows(
  draft: Draft,
): { heading: string; rows: { term: string; field: keyof Draft; value: string }[] }[] {
  const date =
    draft.eventType === 'private'
      ? 'None: clients choose the date'
      : longDay(isRealDate(draft.date) ? draft.date : null) + (hasPassed(draft.date) ? ' (this date has passed)' : '')
  return [
    {
      heading: 'Organisation',
      rows: [
        { term: 'Organisation name', field: 'name', value: draft.name },
        { term: 'Contact name', field: 'contactName', value: draft.contactName },
        { term: 'Email', field: 'email', value: draft.email },
        { term: 'Phone', field: 'phone', value: draft.phone },
      ],
    },
    {
      heading: 'Event',
      rows: [
        { term: 'Event title', field: 'title', value: draft.title },
        { term: 'Date', field: draft.eventType === 'private' ? 'eventType' : 'date', value: date },
        { term: 'Venue', field: 'venue', value: draft.venue },
        { term: 'City', field: 'city', value: draft.city },
      ],
    },
  ]
}
