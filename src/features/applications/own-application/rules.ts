import type { Brand } from '#brand.ts'
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
import { type Failure, failure } from '#wire/failure.ts'
import type { ChangeableRow } from './queries.ts'

type ClosingCause = { because: 'withdrawn' | 'reviewed' | 'paid'; at: Instant }

/** In characters. */
export const withdrawalLimit = 1000

export const ownLimit = { name: 'own-application', points: 30, seconds: 600 }

type ClosingFacts = Pick<ChangeableRow, 'withdrawnAt' | 'reviewedAt' | 'paidAt'>

/** Null where its applicant can correct and withdraw it. */
export function closedOf({ withdrawnAt, reviewedAt, paidAt }: ClosingFacts): ClosingCause | null {
  if (withdrawnAt) return { because: 'withdrawn', at: withdrawnAt }
  if (reviewedAt) return { because: 'reviewed', at: reviewedAt }
  return paidAt ? { because: 'paid', at: paidAt } : null
}

/** `event`: a reviewer has approved it; its event is decided again. `proposal`: something was paid, so a reviewer decides on the change first. */
export type WayToChange = 'whole' | 'event' | 'proposal'

export function wayToChange(row: ClosingFacts & { status: string }): WayToChange | null {
  if (closedOf(row) === null) return 'whole'
  if (row.status !== 'approved' || row.withdrawnAt !== null) return null
  return row.paidAt === null ? 'event' : 'proposal'
}

/** '22 November 2026 at 14:05'. */
export function momentWords(at: string): string {
  return `${londonDateOf(at)} at ${londonClockOf(at)}`
}

export function closedWords({ because, at }: ClosingCause): string {
  const when = momentWords(at)
  if (because === 'withdrawn') return `You withdrew this application on ${when}.`
  if (because === 'paid') return `Its annual listing was paid on ${when}.`
  return `A reviewer began to look at this application on ${when}.`
}

/** Null where it can be corrected, if only its event. */
export function correctionRefusal(
  row: ChangeableRow | undefined,
  brand: Pick<Brand, 'complianceEmail'>,
): Failure | null {
  return row && wayToChange(row) === 'event' ? null : withdrawalRefusal(row, brand)
}

/** Null where it can be withdrawn. */
export function withdrawalRefusal(
  row: ChangeableRow | undefined,
  brand: Pick<Brand, 'complianceEmail'>,
): Failure | null {
  if (!row) return failure('not-found', "The application you're looking for doesn't exist.")
  const closed = closedOf(row)
  if (!closed) return null
  const toAsk = closed.because === 'withdrawn' ? '' : ` Write to ${brand.complianceEmail} and quote ${row.reference}.`
  return failure('conflict', `${closedWords(closed)}${toAsk}`, { details: { because: closed.because, at: closed.at } })
}

export function draftOf(organisation: Organisation, event: EventDraft): Draft {
  const texts = Object.entries({ ...organisation, ...event }).map(([field, value]) => [
    field,
    value === null || value === undefined ? '' : String(value),
  ])
  return readDraft(Object.fromEntries(texts))
}

/** Together with the band of its capacity they decide what an event has to meet. */
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

/** What differs and decides what an event has to meet; case and spaces do not count. @param starts the fewest people of each band. */
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

export const decidedAgainWords =
  'This application is approved. If you change the title, category, type, date, place or description, or the capacity to another band, the approval ends: a reviewer decides again before you can pay.'

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
