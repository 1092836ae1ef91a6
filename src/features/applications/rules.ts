import type { ApplicationStatus } from '#domain/application-facts.ts'
import type { ApplicationState } from '#domain/application-state.ts'
import { isDay } from '#domain/calendar-day.ts'
import { londonDay } from '#domain/london-time.ts'
import { isOver } from '#domain/open-decisions.ts'
import type { FieldFailure } from '#wire/failure.ts'
import type { SavedDraft, SavedMark } from './draft/rules.ts'

/** The wizard's journey. `?step=` names a step by its id. */
export const steps = [
  { id: 'organisation', title: 'Organisation Details' },
  { id: 'event', title: 'Event Details' },
  { id: 'compliance', title: 'Compliance & Evidence' },
  { id: 'review', title: 'Declaration & Review' },
] as const
export type StepId = (typeof steps)[number]['id']

/** The step that an address names; the first one for none and for any other word. */
export function stepOf(name: string | null | undefined): StepId {
  return steps.find((step) => step.id === name)?.id ?? 'organisation'
}

/** The neighbour of a step; the step itself at either end. */
export function stepBeside(step: StepId, by: 1 | -1): StepId {
  const index = steps.findIndex(({ id }) => id === step) + by
  return steps[index]?.id ?? step
}

/** Fields of the first step, in the order of its form, and what each is called. */
export const organisationLabels = {
  name: 'Organisation name',
  tradingName: 'Trading name',
  companyNo: 'Company number',
  contactName: 'Contact name',
  email: 'Email',
  phone: 'Phone number',
  website: 'Website',
} as const
/** Fields of the event, in the order of its form; those that nobody types have no name. */
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

/** What each field is called, in the order of the form; those that nobody types are not named. */
export const fieldLabels = Object.fromEntries(
  Object.entries({ ...organisationLabels, ...eventLabels }).filter(([, label]) => label !== null),
) as Partial<Record<keyof Draft, string>>

/** What an applicant has typed so far: every answer as the text in its field. */
export type Draft = Record<(typeof organisationFields)[number] | (typeof eventFields)[number], string>

/** A form that nobody has touched. */
export const emptyDraft: Draft = {
  ...(Object.fromEntries([...organisationFields, ...eventFields].map((field) => [field, ''])) as Draft),
  country: 'England',
  capacity: '100',
}

/** A draft from whatever a browser or a form post brings: texts of known fields, and nothing else. */
export function readDraft(value: unknown): Draft {
  const given = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const entries = Object.entries(emptyDraft).map(([field, empty]) => [
    field,
    typeof given[field] === 'string' ? given[field] : empty,
  ])
  return Object.fromEntries(entries) as Draft
}

/** The organisation of a draft, as `POST /api/organisations` takes it. */
export function organisationOf(draft: Draft) {
  return Object.fromEntries(organisationFields.map((field) => [field, draft[field]]))
}

/** The event of a draft, as `POST /api/applications` takes it: numbers are numbers, and what is empty is left to its default. */
export function eventDraftOf(draft: Draft) {
  const { capacity, latitude, longitude, eventType, category, ...texts } = pick(draft, eventFields)
  return {
    ...texts,
    ...(eventType ? { eventType } : {}),
    ...(category ? { category } : {}),
    ...(capacity.trim() ? { capacity: peopleOf(capacity) } : {}),
    latitude: latitude ? Number(latitude) : null,
    longitude: longitude ? Number(longitude) : null,
  }
}

/** A number of people as it is written: thousands may be marked (`1,200`). NaN where it is none. */
function peopleOf(capacity: string): number {
  const text = capacity.trim()
  return /^(\d+|\d{1,3}(,\d{3})+)$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
}

/** Most people at one time, as far as it is a number; otherwise what an event has by default. */
export function capacityOf({ capacity }: Draft): number {
  const people = peopleOf(capacity)
  return Number.isInteger(people) && people > 0 ? people : Number(emptyDraft.capacity)
}

/** The status that goes with a draft: with a company number the registry is to be asked. */
export function requestedStatus(draft: Draft): 'approved' | 'pending' {
  return draft.companyNo.trim() ? 'approved' : 'pending'
}

/** Fields that no step shows: they come with a chosen address or with the link that was followed. */
const unseenFields: readonly string[] = ['onlineUrl', 'line_1', 'line_2', 'latitude', 'longitude', 'couponCode']

/** The answers that a step's form does not ask for: an ordinary post carries them along unseen. */
export function carriedFields(step: StepId): (keyof Draft)[] {
  const asked: readonly string[] = step === 'organisation' ? organisationFields : step === 'event' ? eventFields : []
  return (Object.keys(emptyDraft) as (keyof Draft)[]).filter(
    (field) => !asked.includes(field) || unseenFields.includes(field),
  )
}

const neededFields: Record<'organisation' | 'event', (draft: Draft) => string[]> = {
  organisation: ({ name, contactName, email, phone }) => [name, contactName, email, phone],
  event: ({ title, category, eventType, venue }) => [
    title,
    category,
    eventType,
    eventType === 'physical' ? venue : '-',
  ],
}

/** The step that an unfinished application is opened at: the first with an empty answer that is needed, else the last. */
export function stepToGoOnWith(draft: Draft): StepId {
  const isOpen = (step: 'organisation' | 'event') => neededFields[step](draft).some((answer) => answer.trim() === '')
  return isOpen('organisation') ? 'organisation' : isOpen('event') ? 'event' : 'review'
}

/** The step that asks for a field. */
export function stepOfField(field: string): StepId {
  return (organisationFields as readonly string[]).includes(field) ? 'organisation' : 'event'
}

/** What the server has said of fields, with the answers that it said it of. */
export type Refusal = { problems: FieldFailure[]; draft: Draft }

/** The fields that a call was refused for, as the wizard names them and in its order; those that nobody types are left out. */
export function refusedFields(fields: readonly FieldFailure[]): FieldFailure[] {
  const named = fields.map(({ field, message }) => ({ field: field.replace(/^eventDraft\./, ''), message }))
  return Object.keys(fieldLabels).flatMap((known) => named.filter(({ field }) => field === known))
}

/** What is still to be said of a draft: a field that was changed since is another one. */
export function remainingProblems({ problems, draft: refused }: Refusal, draft: Draft): FieldFailure[] {
  return problems.filter(({ field }) => refused[field as keyof Draft] === draft[field as keyof Draft])
}

/** What the wizard's page is made of. */
export type ApplyData = {
  step: StepId
  /** The coupon code of the link that was followed. */
  coupon: string
  /** What an ordinary post brought (no script was running); null for a visit. */
  posted: {
    draft: Draft
    submissionKey: string
    problems: FieldFailure[]
    /** Why the application could not be taken. */
    failure: string | null
    /** The application that these answers have made before they were changed: what was changed is not part of it. */
    before: { id: string; reference: string } | null
    /** Names this row of posts, whatever device it is on. */
    writer: string
    /** What the server has of these answers, once they hold an email address. */
    saved: SavedMark | null
    /** Another page or device has changed them since: going on writes over that. */
    hasOther: boolean
    /** What became of the request for a link to another device. */
    link: 'sent' | 'too-often' | null
    /** The person is asked whether all of it is to be deleted. */
    asksToDelete: boolean
  } | null
  /** The application that these answers have made: nothing is left to send. */
  sent: Pick<SentApplication, 'id' | 'reference' | 'title'> | null
  /** The unfinished application that a link has brought here (`continue`); null otherwise. */
  saved: SavedDraft | null
}

/** What is kept in the browser of a sent application, for the pages that follow. */
export type SentApplication = {
  id: string
  reference: string
  organisationId: string
  title: string
  /** The documented words of the local copy; the server knows the real status. */
  status: 'pre_approved'
  nextStep: 'pre_approval'
}

/** An application as the pre-approval page shows it. */
export type ShownApplication = {
  id: string
  reference: string
  title: string
  status: ApplicationStatus | null
  /** Null, like `status`, while the server cannot be asked. */
  state: ApplicationState | null
  /** Of its entry in the register, once its listing was paid. */
  slug: string | null
  /** False while a link that was emailed waits for its reader; null while the server cannot be asked. */
  isAddressConfirmed: boolean | null
}

function pick<Field extends keyof Draft>(draft: Draft, fields: readonly Field[]): Record<Field, string> {
  return Object.fromEntries(fields.map((field) => [field, draft[field]])) as Record<Field, string>
}

/** Whether `YYYY-MM-DD` names a day that exists, in this century. */
export function isRealDate(day: string): boolean {
  return day.startsWith('20') && isDay(day)
}

/** Whether an event's day lies before today's in London. */
export function hasPassed(day: string, now = new Date()): boolean {
  return isRealDate(day) && isOver(day, londonDay(now))
}
