import { type } from 'arktype'
import { isDay } from '#domain/calendar-day.ts'
import { refuse } from '#wire/field-failures.ts'
import { line } from '#wire/text-schema.ts'

/** A promotional event's date as its form sends it, in London's time; `time` stays empty for the boxing night, which has none. */
export const dateSchema = type({
  page: type("'boxing' | 'webinar'"),
  /** Of the date that the editor saw. */
  revision: type('string <= 20').default(''),
  day: line(10).narrow((value, ctx) => isDay(value) || refuse(ctx, 'Give the day as YYYY-MM-DD')),
  time: line(5).narrow(
    (value, ctx) => value === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(value) || refuse(ctx, 'Give the time as HH:MM'),
  ),
})
  .onUndeclaredKey('delete')
  .narrow(({ page, time }, ctx) => page === 'boxing' || time !== '' || refuse(ctx, 'Time is required', 'time'))
