import { expect, test } from 'bun:test'
import { isRealDate } from './rules.ts'
import { crossFieldProblems } from './schema.ts'

test.each([
  ['physical', '', '', 'venue'],
  ['physical', ' ', 'https://a.example', 'venue'],
  ['online', 'Hall', '', 'onlineUrl'],
])('a %s event without what it needs', (eventType, venue, onlineUrl, field) => {
  expect(crossFieldProblems({ eventType, venue, onlineUrl }).map((problem) => problem.field)).toEqual([field])
})

test('a private service needs neither venue nor address', () => {
  expect(crossFieldProblems({ eventType: 'private', venue: '', onlineUrl: '' })).toEqual([])
})

test.each([
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2027-13-01', false],
  ['1999-12-31', false],
  ['2027-1-1', false],
  ['27/05/2027', false],
])('%s is a real day: %p', (day, real) => expect(isRealDate(day)).toBe(real))
