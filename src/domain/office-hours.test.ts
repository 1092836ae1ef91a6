import { expect, test } from 'bun:test'
import { afterOfficeHours } from './office-hours.ts'

test.each([
  ['within one day', '2026-11-18T10:00:00Z', '2026-11-18T14:00:00Z'],
  ['to the last minute of the day', '2026-11-18T13:30:00Z', '2026-11-18T17:30:00Z'],
  ['over the night', '2026-11-18T16:30:00Z', '2026-11-19T12:00:00Z'],
  ['over the weekend', '2026-11-20T17:00:00Z', '2026-11-23T12:30:00Z'],
  ['from a Sunday', '2026-11-22T12:00:00Z', '2026-11-23T13:00:00Z'],
  ['before the office opens, in summer', '2026-07-01T05:00:00Z', '2026-07-01T12:00:00Z'],
  ['over the change of the clocks', '2026-10-23T15:30:00Z', '2026-10-26T12:00:00Z'],
])('four office hours %s', (_, from, until) => {
  expect(afterOfficeHours(new Date(from), 4).toISOString()).toBe(new Date(until).toISOString())
})
