import { expect, test } from 'bun:test'
import type { type } from 'arktype'
import { londonDay } from '#domain/london-time.ts'
import { fieldFailures } from '#wire/field-failures.ts'
import { reviewRows } from './facts.ts'
import { emptyDraft, hasPassed, isRealDate } from './rules.ts'
import { crossFieldProblems, eventDraftSchema, organisationSchema, stepProblems } from './schema.ts'

test.each([
  ['physical', '', '', 'venue'],
  ['physical', ' ', 'https://a.example', 'venue'],
  ['online', 'Hall', '', 'onlineUrl'],
])('a %s event without what it needs', (eventType, venue, onlineUrl, field) => {
  expect(crossFieldProblems({ ...emptyDraft, eventType, venue, onlineUrl }).map((problem) => problem.field)).toEqual([
    field,
  ])
})

test('a private service needs neither venue nor address', () => {
  expect(crossFieldProblems({ ...emptyDraft, eventType: 'private', date: '2020-02-29' })).toEqual([])
})

test('a day that is over is refused in words, for events with a day', () => {
  const { capacity: _, ...draft } = { ...emptyDraft, title: 'Fair', category: 'Other', venue: 'Hall' }
  for (const eventType of ['physical', 'online']) {
    const event = {
      ...draft,
      eventType,
      onlineUrl: 'https://a.example',
      date: '2020-02-29',
      latitude: null,
      longitude: null,
    }
    expect(fieldFailures(eventDraftSchema(event) as type.errors)).toEqual([
      { field: 'date', message: expect.stringContaining('must be today or later') },
    ])
    expect(stepProblems('event', { ...event, capacity: '', latitude: '', longitude: '' })).toEqual([
      { field: 'date', message: expect.stringContaining('must be today or later') },
    ])
    expect(eventDraftSchema({ ...event, date: londonDay(new Date()) })).toMatchObject({ title: 'Fair' })
  }
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
  phone: '0161 496 0177',
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

const wrongIn = (step: 'organisation' | 'event', given: Partial<typeof emptyDraft>) =>
  stepProblems(step, { ...emptyDraft, ...given }).map(({ field }) => field)

test.each([
  ['companyNo', ['ABC', '123456789', 'HRB 12345'], ['', '01234567', 'sc 12345', '1234567', 'IP12345R']],
  [
    'phone',
    ['call me maybe', '12345', '0161 496 0177 at six'],
    ['0161 496 0177', '+44 (0)161-496.0177', '0161 496 0177 ext 12'],
  ],
  ['website', ['greenhill fete', 'javascript:alert(1)'], ['', 'greenhill.example', 'https://greenhill.example/fete']],
] as const)('of the organisation, %s is what it can be', (field, wrong, right) => {
  for (const text of wrong)
    expect({ text, wrong: wrongIn('organisation', { [field]: text }) }).toMatchObject({
      text,
      wrong: expect.arrayContaining([field]),
    })
  for (const text of right)
    expect({ text, wrong: wrongIn('organisation', { [field]: text }).includes(field) }).toEqual({ text, wrong: false })
})

test.each([
  ['capacity', ['1e3', '0x10', '1.5', '12,34', '-3'], ['1000', '1,200', ' 80 ']],
  ['postcode', ['ZZZ', 'M1', '12345'], ['', 'M1 1AE', 'ec1a1bb', 'GIR 0AA']],
] as const)('of the event, %s is what it can be', (field, wrong, right) => {
  for (const text of wrong)
    expect({ text, wrong: wrongIn('event', { [field]: text }) }).toMatchObject({
      text,
      wrong: expect.arrayContaining([field]),
    })
  for (const text of right)
    expect({ text, wrong: wrongIn('event', { [field]: text }).includes(field) }).toEqual({ text, wrong: false })
})

test('a postcode of another country is its own', () => {
  expect(wrongIn('event', { postcode: 'D02 X285', country: 'Ireland' })).not.toContain('postcode')
})
