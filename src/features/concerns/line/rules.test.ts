import { expect, test } from 'bun:test'
import { couldTellWho, promisedAt } from './rules.ts'

// 2026-11-23 is a Monday; in June London is an hour ahead of UTC.
test.each([
  ['a Monday morning', '2026-11-23T09:00:00Z', false, '2026-11-25T23:59:59.999Z'],
  ['a Monday morning, in danger', '2026-11-23T09:00:00Z', true, '2026-11-23T23:59:59.999Z'],
  ['after the office hours', '2026-11-23T17:30:00Z', false, '2026-11-26T23:59:59.999Z'],
  ['after the office hours, in danger', '2026-11-23T17:30:00Z', true, '2026-11-24T23:59:59.999Z'],
  ['a Saturday, in danger', '2026-11-28T09:00:00Z', true, '2026-11-30T23:59:59.999Z'],
  ['a Thursday', '2026-11-26T09:00:00Z', false, '2026-11-30T23:59:59.999Z'],
  ['a Friday evening', '2026-11-27T20:00:00Z', false, '2026-12-02T23:59:59.999Z'],
  ['summer time', '2026-06-01T16:29:00Z', true, '2026-06-01T22:59:59.999Z'],
  ['summer time, too late', '2026-06-01T16:30:00Z', true, '2026-06-02T22:59:59.999Z'],
])('a report of %s is taken up in time', (_, received, inDanger, by) => {
  expect(promisedAt(new Date(received), inDanger)).toBe(by)
})

const reporter = { name: 'Will Fern-Thistle', email: 'fern42@larkmoor.example' }
const said = {
  event: 'Thistle Lane Fair',
  texts: ['I worked at the bar on Saturday, and both fire doors were chained shut until midnight.'],
}

test.each([
  'Please answer what Will says.',
  'Mr FERN has told us.',
  'Somebody (fern42@larkmoor.example) writes to us.',
  'Is it true that both fire doors were chained shut?',
])('%s could tell who reported', (text) => {
  expect(couldTellWho(text, reporter, said)).toBe(true)
})

test.each([
  'Were any fire doors locked on Saturday? Who had the keys?',
  'It will be said on the page of Thistle Lane Fair. Ferns were in the hall.',
  'At the bar on Saturday.',
])('%s could not', (text) => {
  expect(couldTellWho(text, reporter, said)).toBe(false)
})

test('an anonymous report can be quoted by nobody either', () => {
  expect(couldTellWho('Both fire doors were chained shut.', null, said)).toBe(true)
  expect(couldTellWho('Were the doors open?', null, said)).toBe(false)
})
