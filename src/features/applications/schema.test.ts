import { expect, test } from 'bun:test'
import { reviewRows } from './facts.ts'
import { emptyDraft, hasPassed, isRealDate } from './rules.ts'
import { crossFieldProblems, organisationSchema, stepProblems } from './schema.ts'

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

test.each([
  ['2026-11-20', '2026-11-21T00:00:00Z', true],
  ['2026-11-21', '2026-11-21T23:59:59Z', false],
  // London is an hour ahead of UTC until the clocks go back, and not after.
  ['2026-10-24', '2026-10-24T23:00:00Z', true],
  ['2026-10-25', '2026-10-25T23:30:00Z', false],
  ['2025-02-29', '2026-11-21T00:00:00Z', false],
  ['', '2026-11-21T00:00:00Z', false],
])('%s has passed at %s: %p', (day, now, passed) => expect(hasPassed(day, new Date(now))).toBe(passed))

test('a day that has passed is pointed out before it is sent', () => {
  const draft = { ...emptyDraft, eventType: 'physical', date: '2024-02-29' }
  const value = reviewRows(draft)[1]!.rows.find(({ field }) => field === 'date')!.value
  expect(value).toBe('Thursday 29 February 2024 (this date has passed)')
})

const organisation = {
  name: 'Tŷ Ŵyl Ōtepoti 祭 🎪',
  contactName: 'Zoë O’Brien-Łukasz',
  email: 'zoe@wyl.example',
  phone: '1',
}

test('what comes along with a paste is no error, and is not kept', () => {
  const pasted = {
    ...organisation,
    name: '\u00a0Tarn\tBrook \t',
    email: '\tzoe@wyl.example\t ',
    phone: '+44 (0)161\t496',
  }
  expect(organisationSchema(pasted)).toMatchObject({
    name: 'Tarn Brook',
    email: 'zoe@wyl.example',
    phone: '+44 (0)161 496',
  })
  expect(organisationSchema(organisation)).toMatchObject(organisation)
})

test.each([
  'zoe@wyl',
  'zoe@@wyl.example',
  'a,b@wyl.example',
  'zoe<x@wyl.example',
  'Zoe <zoe@wyl.example>',
  'zoe@wyl..example',
])('an address that no mail can be sent to (%s) is refused while it can be mended', (email) => {
  const draft = { ...emptyDraft, ...organisation, email }
  expect(stepProblems('organisation', draft)).toEqual([
    { field: 'email', message: 'Please enter a valid email address' },
  ])
})

test.each([
  ['1,200', []],
  ['1,000,000', []],
  [' 250 ', []],
  ['', []],
  ['1,00', ['capacity']],
  ['1.5', ['capacity']],
  ['0', ['capacity']],
  ['many', ['capacity']],
])('a capacity of %p', (capacity, fields) => {
  const draft = { ...emptyDraft, title: 'Fern Fair', category: 'Other', eventType: 'private', capacity }
  expect(stepProblems('event', draft).map(({ field }) => field)).toEqual(fields)
})
