import { expect, test } from 'bun:test'
import { content } from './content.ts'
import { endsAt } from './rules.ts'

test('date and time in the texts are those that decide', () => {
  const start = new Date(content.startsAt)
  const inLondon = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', ...options }).format(start)
  const [date, time, , length] = content.details.items
  expect(inLondon({ day: 'numeric', month: 'long', year: 'numeric' })).toBe(date.details)
  expect(`${inLondon({ hour: 'numeric', hour12: true }).toUpperCase()} BST`).toBe(time.details)
  expect(length.details).toStartWith(`${content.minutes} minutes`)
  expect(content.past.text).toContain(`${date.details} at ${time.details}`)
  expect(endsAt()).toBe('2025-08-23T18:30:00.000Z')
})
