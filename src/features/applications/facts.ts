import { longDay } from '../../domain/london-time.ts'
import { type Draft, hasPassed, isRealDate } from './rules.ts'
import type { EventDraft, Organisation } from './schema.ts'

/** An answer as it is told again; `isAddress` for a web address that somebody typed. */
export type Fact = { term: string; details: string; isAddress?: true }

const eventTypes: Record<string, string> = {
  physical: 'Public event',
  online: 'Online event',
  private: 'Private Event Service',
}

/** The organisation that applies, as the applicant's copy and the reviewer's page tell it. A new field of the schema has to be named here. */
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

export type ToldEvent = Omit<EventDraft, 'line_1' | 'line_2' | 'country' | 'latitude' | 'longitude' | 'couponCode'>

/** The event, told the same way. Drafts of earlier releases lack fields. */
export function eventFacts(event: ToldEvent): Fact[] {
  const place = [event.venue, event.address, event.city, event.county, event.postcode].filter(Boolean).join(', ')
  const date = event.eventType === 'private' ? 'Clients pick their own dates' : longDay(event.date || null)
  return [
    { term: 'Title', details: event.title },
    { term: 'Type', details: eventTypes[event.eventType] ?? event.eventType },
    { term: 'Category', details: event.category },
    { term: 'Date', details: date },
    { term: 'Venue', details: place },
    { term: 'Online at', details: event.onlineUrl, isAddress: true },
    { term: 'Website', details: event.url, isAddress: true },
    { term: 'Capacity', details: event.capacity?.toLocaleString('en-GB') },
    { term: 'Description', details: event.description },
  ]
}

/** The summary of the last step: what was asked, what was answered, and the field to change it in. */
export function reviewRows(
  draft: Draft,
): { heading: string; rows: { term: string; field: keyof Draft; value: string }[] }[] {
  const date =
    draft.eventType === 'private'
      ? 'None: clients pick their own dates'
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
