import type { Instant } from '#domain/formats.ts'
import { londonClockOf, londonDateOf } from '#domain/london-time.ts'
import {
  capacityOf,
  type Draft,
  eventFields,
  fieldLabels,
  organisationFields,
  readDraft,
} from '#features/applications/rules.ts'
import type { EventDraft, Organisation } from '#features/applications/schema.ts'

/** Why an application can be neither corrected nor withdrawn by its applicant any more, and since when. */
export type Closed = { because: 'withdrawn' | 'reviewed' | 'paid'; at: Instant }

/** Longest reason of a withdrawal, in characters. */
export const withdrawalLimit = 1000

/** How often one visitor may correct or withdraw. */
export const ownLimit = { name: 'own-application', points: 30, seconds: 600 }

type ClosingFacts = { withdrawnAt: Instant | null; reviewedAt: Instant | null; paidAt: Instant | null }

/** Why an application can be neither corrected nor withdrawn by its applicant; null where it can. */
export function closedOf({ withdrawnAt, reviewedAt, paidAt }: ClosingFacts): Closed | null {
  if (withdrawnAt) return { because: 'withdrawn', at: withdrawnAt }
  if (reviewedAt) return { because: 'reviewed', at: reviewedAt }
  return paidAt ? { because: 'paid', at: paidAt } : null
}

/**
 * How its applicant can change an application. `whole`: nobody has reviewed it. `event`: a reviewer has approved it and nothing is paid, so that
 * its event can be corrected, and is decided again. `proposal`: something was paid, so that a reviewer accepts or refuses the change first.
 */
export type WayToChange = 'whole' | 'event' | 'proposal'

/** Null where it cannot be changed by its applicant. */
export function wayToChange(row: ClosingFacts & { status: string }): WayToChange | null {
  if (closedOf(row) === null) return 'whole'
  if (row.status !== 'approved' || row.withdrawnAt !== null) return null
  return row.paidAt === null ? 'event' : 'proposal'
}

/** '22 November 2026 at 14:05'. */
export function momentWords(at: string): string {
  return `${londonDateOf(at)} at ${londonClockOf(at)}`
}

/** The same as a sentence for the applicant. */
export function closedWords({ because, at }: Closed): string {
  const when = momentWords(at)
  if (because === 'withdrawn') return `You withdrew this application on ${when}.`
  if (because === 'paid') return `Its annual listing was paid on ${when}.`
  return `A reviewer began to look at this application on ${when}.`
}

/** Fields that come with a chosen address and that nobody types. */
export const unseenFields = ['onlineUrl', 'line_1', 'line_2', 'latitude', 'longitude'] as const

/** What was sent, as the fields of the form hold it. */
export function draftOf(organisation: Organisation, event: EventDraft): Draft {
  const texts = Object.entries({ ...organisation, ...event }).map(([field, value]) => [
    field,
    value === null || value === undefined ? '' : String(value),
  ])
  return readDraft(Object.fromEntries(texts))
}

/** Fields of an event that decide what it has to meet, beside the band of its capacity. */
const decidingFields = [
  'title',
  'category',
  'eventType',
  'date',
  'venue',
  'address',
  'city',
  'county',
  'postcode',
  'country',
  'onlineUrl',
  'description',
] as const

/**
 * The names of what is different in two versions of an event and decides what it has to meet: its type, day, place, capacity band and
 * what is done there. Other letters and spaces are no difference.
 *
 * @param starts the least number of people of each band.
 */
export function decidingChanges(before: Draft, after: Draft, starts: readonly number[]): string[] {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
  const band = (draft: Draft) => starts.filter((start) => start <= capacityOf(draft)).length
  return [
    ...decidingFields
      .filter((field) => plain(before[field]) !== plain(after[field]))
      .map((field) => fieldLabels[field] ?? 'Address online'),
    ...(band(before) === band(after) ? [] : [fieldLabels.capacity!]),
  ]
}

/** What a correction of an approved application leads to, said before it is made. */
export const decidedAgainWords =
  'This application is approved. If you change the title, category, type, date, place or description, or the capacity to another band, the approval ends: a reviewer decides again before you can pay.'

/** What differs between two versions of an application, a line for each field that has a name. */
export function changesBetween(before: Draft, after: Draft): string[] {
  return [...organisationFields, ...eventFields].flatMap((field) => {
    const label = fieldLabels[field]
    if (!label || before[field] === after[field]) return []
    return [`${label}: ${shown(before[field])} → ${shown(after[field])}`]
  })
}

function shown(text: string): string {
  if (text === '') return 'not given'
  return text.length > 200 ? `“${text.slice(0, 200)}…”` : `“${text}”`
}
