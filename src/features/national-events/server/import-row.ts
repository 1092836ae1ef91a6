import { type } from 'arktype'
import { isDay } from '#domain/calendar-day.ts'
import { readableText } from '#wire/clean-text.ts'
import { fieldFailures, refuse } from '#wire/field-failures.ts'

/** Columns of the file. Only `title` has to be there; a column that is left out leaves what is stored as it is. */
export const importColumns = ['title', 'date', 'time', 'venue', 'city', 'category', 'organiser', 'description'] as const
export type ImportColumn = (typeof importColumns)[number]

/** A readable text on one line, trimmed. */
function line(max: number) {
  return type('string')
    .pipe((text) => readableText(text).trim())
    .to(type('string').atMostLength(max))
    .narrow(
      (text, ctx) =>
        (!/\p{Cc}/u.test(text) && text.isWellFormed()) || refuse(ctx, 'holds a line break or control character'),
    )
}

const rowSchema = type({
  title: line(300).narrow((text, ctx) => text !== '' || refuse(ctx, 'is missing')),
  'date?': line(40).narrow((text, ctx) => text === '' || isDay(text) || refuse(ctx, 'is not a day as YYYY-MM-DD')),
  'time?': line(40).narrow(
    (text, ctx) => text === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(text) || refuse(ctx, 'is not a time as HH:MM'),
  ),
  'venue?': line(200),
  'city?': line(100),
  'category?': line(60),
  'organiser?': line(200),
  'description?': type('string')
    .pipe((text) => readableText(text).trim())
    .to(type('string').atMostLength(5000))
    .narrow((text, ctx) => !/[^\P{Cc}\t\n]/u.test(text) || refuse(ctx, 'holds a control character')),
})

export type ImportRow = typeof rowSchema.infer

/** One row of the file as it will be stored, or why it cannot be: one reason for each column, without what it held. */
export function checkRow(cells: Partial<Record<ImportColumn, string>>): ImportRow | { reason: string } {
  const row = rowSchema(cells)
  if (!(row instanceof type.errors)) return row
  const reasons = fieldFailures(row, rowSchema).map(({ field, message }) => `${field} ${lowerFirst(message)}`)
  return { reason: reasons.join('; ') }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
