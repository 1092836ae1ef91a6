import { expect, test } from 'bun:test'
import { startOf } from '#domain/promotion-date.ts'
import { content } from './content.ts'
import { endOf, startedText, startWords, webinarDetails } from './rules.ts'

const documented = { day: '2025-08-23', time: '18:00', firstDay: '2025-08-23', revision: 0 }

test('date and time are said as London has them, from one date', () => {
  expect(startOf(documented)).toBe('2025-08-23T17:00:00.000Z')
  expect(endOf(startOf(documented))).toBe('2025-08-23T18:30:00.000Z')
  expect(startWords(documented)).toEqual({ date: '23 August 2025', time: '6 PM BST' })
  expect(startedText(documented)).toContain('23 August 2025 at 6 PM BST')
  expect(webinarDetails(documented).slice(0, 2)).toEqual([
    { term: 'Date', details: '23 August 2025' },
    { term: 'Time', details: '6 PM BST' },
  ])
})

test.each([
  ['2027-01-15', '00:05', '2027-01-15T00:05:00.000Z', '12:05 AM GMT'],
  ['2027-01-15', '12:00', '2027-01-15T12:00:00.000Z', '12 PM GMT'],
  ['2027-07-15', '00:30', '2027-07-14T23:30:00.000Z', '12:30 AM BST'],
  ['2027-07-15', '19:45', '2027-07-15T18:45:00.000Z', '7:45 PM BST'],
])('%s %s', (day, time, startsAt, words) => {
  const when = { ...documented, day, time }
  expect(startOf(when)).toBe(startsAt)
  expect(startWords(when).time).toBe(words)
  expect(startWords(when).date).toStartWith('15 ')
})

test('the length is the one that decides', () => {
  const length = content.details.find(({ term }) => term === 'Length')!
  expect(length.details).toStartWith(`${content.minutes} minutes`)
})
