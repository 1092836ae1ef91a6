import { type Type, type } from 'arktype'
import { isDay } from '#domain/calendar-day.ts'
import { type EventCategory, eventCategories, sectorOfCategory } from '#domain/categories.ts'
import { readableText } from '#wire/clean-text.ts'
import { refuse } from '#wire/field-failures.ts'
import { line, optionalParagraphs, requiredLine, webAddressLine } from '#wire/text-schema.ts'
import { entryFields, type TypedEntry } from './rules.ts'

const day = line(10)
  .narrow((value, ctx) => value === '' || isDay(value) || refuse(ctx, 'Give the day as YYYY-MM-DD'))
  .pipe((value) => value || null)

const clock = line(5)
  .narrow(
    (value, ctx) => value === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(value) || refuse(ctx, 'Give the time as HH:MM'),
  )
  .pipe((value) => value || null)

const count = line(9).narrow(
  (value, ctx) => /^\d{0,7}$/.test(value) || refuse(ctx, 'Use a whole number of at most seven digits'),
)

/** An application's takes 500 characters before `https://` is put in front. */
const address = webAddressLine(508, null)

const lines = (most: number, longest: number) =>
  type('string')
    .atMostLength(most * (longest + 1))
    .pipe((value) =>
      value
        .split('\n')
        .map((part) => readableText(part).trim())
        .filter(Boolean),
    )
    .narrow((parts, ctx) => parts.length <= most || refuse(ctx, `Use at most ${most} lines`))
    .narrow(
      (parts, ctx) =>
        parts.every((part) => part.length <= longest && !/\p{Cc}/u.test(part) && part.isWellFormed()) ||
        refuse(ctx, `Use at most ${longest} characters in each line`),
    )

/**
 * An entry of the register as the admin area's form sends it. No field takes less than that of the application which an entry may come
 * from. Whether a picture can be shown, only its host can tell.
 */
export const entrySchema = type({
  title: requiredLine(200, 'Title is required'),
  organiser: requiredLine(200, 'Organiser is required'),
  description: optionalParagraphs(5000),
  eventType: type("'physical' | 'online' | 'private'").configure({ sentence: 'Choose a type' }),
  category: type.enumerated(...eventCategories).configure({ sentence: 'Choose a category' }),
  date: day,
  time: clock,
  venue: line(200),
  address: line(500),
  city: line(100),
  county: line(100),
  postcode: line(20),
  country: line(60),
  price: line(60),
  attendees: count.pipe(Number),
  capacity: count.pipe((value) => (Number(value) > 0 ? Number(value) : null)),
  isPro: type('string <= 1').pipe((value) => value === '1'),
  websiteUrl: address,
  ticketUrl: address,
  landingPageUrl: address,
  buttonText: line(40),
  partners: lines(20, 100),
  imageUrl: line(500).pipe((value) => value || null),
  images: lines(12, 500),
})
  .onUndeclaredKey('delete')
  .pipe((entry) => ({
    ...entry,
    // A service whose clients pick their own dates has none.
    date: entry.eventType === 'private' ? null : entry.date,
    time: entry.eventType === 'private' ? null : entry.time,
    sector: sectorOfCategory(entry.category as EventCategory),
  }))

/** The form as it is typed. */
export const typedSchema = type.raw(
  Object.fromEntries(entryFields.map((field) => [field, 'string = ""'])),
) as Type<TypedEntry>

export const entryParams = type({ id: 'string.uuid' })

/** The last day of an entry as it is typed, YYYY-MM-DD in London; empty for none. */
export const lastDaySchema = line(20).default('')

export type EntryValues = typeof entrySchema.infer
