import type { ApplicationStatus } from '#domain/application-facts.ts'
import type { ApplicationState } from '#domain/application-state.ts'
import type { Level } from '#domain/assurance.ts'
import { isDay } from '#domain/calendar-day.ts'
import { londonDay } from '#domain/london-time.ts'
import { isOver } from '#domain/open-decisions.ts'
import type { FieldFailure } from '#wire/failure.ts'
import type { SavedDraft, SavedMark } from './draft/rules.ts'

/** `?step=` names a step by its id. */
export const steps = [
  { id: 'organisation', title: 'Organisation Details' },
  { id: 'event', title: 'Event Details' },
  { id: 'compliance', title: 'Compliance & Evidence' },
  { id: 'review', title: 'Declaration & Review' },
] as const
export type StepId = (typeof steps)[number]['id']

/** The first one for an unknown word. */
export function stepOf(name: string | null | undefined): StepId {
  return steps.find((step) => step.id === name)?.id ?? 'organisation'
}

/** The step itself at either end. */
export function stepBeside(step: StepId, by: 1 | -1): StepId {
  const index = steps.findIndex(({ id }) => id === step) + by
  return steps[index]?.id ?? step
}

/** In the order of the form. */
export const organisationLabels = {
  name: 'Organisation name',
  tradingName: 'Trading name',
  companyNo: 'Company number',
  contactName: 'Contact name',
  email: 'Email',
  phone: 'Phone number',
  website: 'Website',
} as const
/** In the order of the form; fields that nobody types have no label. */
export const eventLabels = {
  title: 'Event title',
  category: 'Event category',
  eventType: 'Event type',
  date: 'Event date',
  venue: 'Venue',
  address: 'Address',
  city: 'City',
  county: 'County',
  postcode: 'Postcode',
  country: 'Country',
  onlineUrl: null,
  capacity: 'Capacity',
  url: 'Event website',
  description: 'Description',
  line_1: null,
  line_2: null,
  latitude: null,
  longitude: null,
  couponCode: null,
} as const
export const organisationFields = Object.keys(organisationLabels) as (keyof typeof organisationLabels)[]
export const eventFields = Object.keys(eventLabels) as (keyof typeof eventLabels)[]

export const fieldLabels = Object.fromEntries(
  Object.entries({ ...organisationLabels, ...eventLabels }).filter(([, label]) => label !== null),
) as Partial<Record<keyof Draft, string>>

/** Every answer as the text in its field. */
export type Draft = Record<(typeof organisationFields)[number] | (typeof eventFields)[number], string>

export const emptyDraft: Draft = {
  ...(Object.fromEntries([...organisationFields, ...eventFields].map((field) => [field, ''])) as Draft),
  country: 'England',
  capacity: '100',
}

/** Takes texts of known fields from whatever a browser or a post brings. */
export function readDraft(value: unknown): Draft {
  const given = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const entries = Object.entries(emptyDraft).map(([field, empty]) => [
    field,
    typeof given[field] === 'string' ? given[field] : empty,
  ])
  return Object.fromEntries(entries) as Draft
}

/** Thousands may be marked (`1,200`); NaN for anything else. */
export function peopleOf(capacity: string): number {
  const text = capacity.trim()
  return /^(\d+|\d{1,3}(,\d{3})+)$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
}

/** What an event has by default where it is no number. */
export function capacityOf({ capacity }: Draft): number {
  const people = peopleOf(capacity)
  return Number.isInteger(people) && people > 0 ? people : Number(emptyDraft.capacity)
}

/** With a company number the registry is asked. */
export function requestedStatus(draft: Draft): 'approved' | 'pending' {
  return draft.companyNo.trim() ? 'approved' : 'pending'
}

/** They come with a chosen address or with the link that was followed. */
export const unseenFields = ['onlineUrl', 'line_1', 'line_2', 'latitude', 'longitude'] as const

export function carriedFields(step: StepId): (keyof Draft)[] {
  const asked: readonly string[] = step === 'organisation' ? organisationFields : step === 'event' ? eventFields : []
  return (Object.keys(emptyDraft) as (keyof Draft)[]).filter(
    (field) => !asked.includes(field) || ['couponCode', ...unseenFields].includes(field),
  )
}

/** The first with an empty answer that is required, else the last. */
export function stepToGoOnWith({ name, contactName, email, phone, title, category, eventType, venue }: Draft): StepId {
  const isOpen = (answers: string[]) => answers.some((answer) => answer.trim() === '')
  if (isOpen([name, contactName, email, phone])) return 'organisation'
  return isOpen([title, category, eventType, eventType === 'physical' ? venue : '-']) ? 'event' : 'review'
}

export function stepOfField(field: string): StepId {
  return (organisationFields as readonly string[]).includes(field) ? 'organisation' : 'event'
}

/** What the server has refused, with the answers that were sent. */
export type Refusal = { problems: FieldFailure[]; draft: Draft }

/** As the wizard names and orders them; fields that nobody types are left out. */
export function refusedFields(fields: readonly FieldFailure[]): FieldFailure[] {
  const named = fields.map(({ field, message }) => ({ field: field.replace(/^eventDraft\./, ''), message }))
  return Object.keys(fieldLabels).flatMap((known) => named.filter(({ field }) => field === known))
}

/** A field that was changed since is checked again by the server. */
export function remainingProblems({ problems, draft: refused }: Refusal, draft: Draft): FieldFailure[] {
  return problems.filter(({ field }) => refused[field as keyof Draft] === draft[field as keyof Draft])
}

export type ApplyData = {
  step: StepId
  coupon: string
  /** Null unless a browser without a script has posted. */
  posted: {
    draft: Draft
    submissionKey: string
    problems: FieldFailure[]
    failure: string | null
    /** The answers were sent and changed since: this application does not have the changes. */
    before: { id: string; reference: string } | null
    /** Names this series of posts, whatever device it is on. */
    writer: string
    /** Once the answers have an email address. */
    saved: SavedMark | null
    /** Another page or device has changed them since: the next post writes over that. */
    hasOther: boolean
    link: 'sent' | 'too-often' | null
    asksToDelete: boolean
  } | null
  /** These answers have been sent: nothing is left to send. */
  sent: Pick<SentApplication, 'id' | 'reference' | 'title'> | null
  /** Of a link with `continue`. */
  saved: SavedDraft | null
  /** Posted or continued: the page is kept for nobody else. */
  isOwn: boolean
}

export type SentApplication = {
  id: string
  reference: string
  organisationId: string
  title: string
  /** The documented words of the local copy; the server knows the real status. */
  status: 'pre_approved'
  nextStep: 'pre_approval'
}

export type ShownApplication = {
  id: string
  reference: string
  title: string
  status: ApplicationStatus | null
  /** Null, like `status`, while the server cannot be reached. */
  state: ApplicationState | null
  slug: string | null
  /** Of the entry; null before it is published. */
  level: Level | null
  /** Null while the server cannot be reached. */
  isAddressConfirmed: boolean | null
}

/** A day that exists, in this century. */
export function isRealDate(day: string): boolean {
  return day.startsWith('20') && isDay(day)
}

export function hasPassed(day: string, now = new Date()): boolean {
  return isRealDate(day) && isOver(day, londonDay(now))
}
