import { type } from 'arktype'
import { eventCategories } from '#domain/categories.ts'
import { normaliseCompanyNumber } from '#domain/company.ts'
import type { FieldFailure } from '#wire/failure.ts'
import { fieldFailures, refuse } from '#wire/field-failures.ts'
import { emailLine, line, optionalParagraphs, phoneLine, requiredLine, webAddressLine } from '#wire/text-schema.ts'
import {
  type Draft,
  eventFields,
  eventLabels,
  hasPassed,
  isRealDate,
  organisationFields,
  organisationLabels,
  type StepId,
} from './rules.ts'
import { eventDraftOf, organisationOf } from './sent-draft.ts'

/** Missing, null and empty are the same. */
function orEmpty(text: ReturnType<typeof line>) {
  return type('null')
    .pipe(() => '')
    .or(text)
    .default('')
}

const optionalLine = (max: number) => orEmpty(line(max))
const optionalWebAddress = orEmpty(webAddressLine(500, ''))

const companyNumber = orEmpty(
  line(40).narrow(
    (typed, ctx) =>
      typed === '' ||
      normaliseCompanyNumber(typed) !== null ||
      refuse(ctx, 'Enter a company number of 8 characters, such as 01234567 or SC123456, or leave it empty'),
  ),
)

const submissionKey = type('string.uuid').configure({ sentence: 'The submission key must be a UUID' })

export const organisationSchema = type({
  name: requiredLine(200, 'Organisation name is required'),
  tradingName: optionalLine(200),
  contactName: requiredLine(120, 'Contact name is required'),
  email: emailLine('Email is required', 'Please enter a valid email address'),
  phone: phoneLine('Phone number is required'),
  website: optionalWebAddress,
  companyNo: companyNumber,
}).onUndeclaredKey('delete')
export type Organisation = typeof organisationSchema.infer

const optionalDate = orEmpty(
  line(10).narrow((day, ctx) => day === '' || isRealDate(day) || refuse(ctx, 'Enter a real date, such as 2027-05-27')),
)

const capacityLimit = 1_000_000

/** What the event's type does not have (a date, an address online) is emptied. */
export const eventDraftSchema = type({
  title: requiredLine(200, 'Event title is required'),
  date: optionalDate,
  eventType: type("'physical' | 'online' | 'private'").configure({ sentence: 'Event type is required' }),
  venue: optionalLine(200),
  address: optionalLine(500),
  city: optionalLine(100),
  onlineUrl: optionalWebAddress,
  category: type.enumerated(...eventCategories).configure({ sentence: 'Event category is required' }),
  url: optionalWebAddress,
  capacity: type(`1 <= number.integer <= ${capacityLimit}`)
    .configure({ sentence: 'Capacity must be a whole number from 1 to 1,000,000' })
    .default(100),
  description: orEmpty(optionalParagraphs(5000)),
  line_1: optionalLine(200),
  line_2: optionalLine(200),
  county: optionalLine(100),
  postcode: optionalLine(20),
  country: optionalLine(60),
  latitude: type('-90 <= number <= 90 | null').default(null),
  longitude: type('-180 <= number <= 180 | null').default(null),
  couponCode: optionalLine(40),
})
  .onUndeclaredKey('delete')
  .narrow((draft, ctx) => {
    const [problem] = crossFieldProblems(draft)
    return !problem || refuse(ctx, problem.message, problem.field)
  })
  .pipe((draft) => ({
    ...draft,
    date: draft.eventType === 'private' ? '' : draft.date,
    onlineUrl: draft.eventType === 'online' ? draft.onlineUrl : '',
    country: draft.country || 'England',
    couponCode: draft.couponCode.toUpperCase(),
  }))
export type EventDraft = typeof eventDraftSchema.infer

// A field without a label or a label without a field does not compile.
organisationLabels satisfies Record<keyof Organisation, string>
organisationFields satisfies (keyof Organisation)[]
eventLabels satisfies Record<keyof EventDraft, string | null>
eventFields satisfies (keyof EventDraft)[]

/** A `submissionKey` that was sent before answers the organisation that it made. */
export const createOrganisationSchema = type({
  '...': organisationSchema,
  'submissionKey?': submissionKey,
}).onUndeclaredKey('delete')

export const createApplicationSchema = type({
  organisationId: type('string.uuid').configure({ sentence: 'Give the id of the organisation' }),
  eventDraft: eventDraftSchema,
  couponCode: optionalLine(40),
  /** `pending` is never approved; `approved` only asks for the registry to be asked. */
  status: type("'approved' | 'pending'")
    .configure({ sentence: 'The status is approved or pending' })
    .default('pending'),
  'submissionKey?': submissionKey,
  /** The draft that this application was; deleted where the browser's cookie names it. */
  'draftId?': type('string.uuid').or('null'),
}).onUndeclaredKey('delete')

/** In the order of the fields; the last step checks all of them. */
export function stepProblems(step: StepId, draft: Draft): FieldFailure[] {
  if (step === 'organisation')
    return problemsOf(organisationSchema(organisationOf(draft)), organisationSchema, organisationFields)
  if (step === 'event') {
    const found = problemsOf(eventDraftSchema(eventDraftOf(draft)), eventDraftSchema, eventFields)
    const across = crossFieldProblems(draft).filter((problem) => !found.some(({ field }) => field === problem.field))
    return inOrder([...found, ...across], eventFields)
  }
  return step === 'review' ? [...stepProblems('organisation', draft), ...stepProblems('event', draft)] : []
}

/** Between fields: the documented sentences, a day that is over, and half a postcode. */
export function crossFieldProblems(
  draft: Pick<Draft, 'eventType' | 'date' | 'venue' | 'onlineUrl' | 'postcode' | 'country'>,
): FieldFailure[] {
  const { eventType, date, venue, onlineUrl, postcode, country } = draft
  return [
    ...(eventType !== 'private' && hasPassed(date) ? [{ field: 'date', message: pastDate }] : []),
    ...(eventType === 'physical' && venue.trim() === ''
      ? [{ field: 'venue', message: 'Venue is required for physical events' }]
      : []),
    ...(eventType === 'online' && onlineUrl.trim() === ''
      ? [{ field: 'onlineUrl', message: 'Online URL is required for virtual events' }]
      : []),
    ...(postcode.trim() && isInTheKingdom(country) && !isPostcode(postcode)
      ? [{ field: 'postcode', message: 'Enter a whole postcode, like M1 1AE' }]
      : []),
  ]
}

const pastDate = 'The event date must be today or later. Check the year, or enter the date of your next event'

function problemsOf(checked: unknown, schema: type.Any, order: readonly string[]): FieldFailure[] {
  return checked instanceof type.errors ? inOrder(fieldFailures(checked, schema), order) : []
}

function inOrder(problems: FieldFailure[], order: readonly string[]): FieldFailure[] {
  return problems.toSorted((left, right) => order.indexOf(left.field) - order.indexOf(right.field))
}

/** In form only (Royal Mail's rules for outward and inward codes), with or without the blank. */
function isPostcode(typed: string): boolean {
  return /^(GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i.test(typed.trim().replace(/\s+/g, ' '))
}

function isInTheKingdom(country: string): boolean {
  return /^(|england|scotland|wales|cymru|northern ireland|(the )?united kingdom|(great )?britain|uk|gb)$/i.test(
    country.trim(),
  )
}
