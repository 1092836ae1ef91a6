import { expect, test } from 'bun:test'
import { monthAfter, readEngraving, withGrace, yearAfter } from './rules.ts'

test.each([
  ['2026-11-21', '2026-12-21'],
  ['2026-12-31', '2027-01-31'],
  ['2027-01-31', '2027-02-28'],
  ['2028-01-30', '2028-02-29'],
  ['2026-10-31', '2026-11-30'],
])('a month after %s is %s', (day, next) => {
  expect(monthAfter(day)).toBe(next)
})

test('a year after a leap day is the last of February', () => {
  expect(yearAfter('2028-02-29')).toBe('2029-02-28')
  expect(yearAfter('2026-11-21')).toBe('2027-11-21')
})

test('validity outlives the paid period by a day', () => {
  expect(withGrace('2027-11-21T12:00:00.000Z')).toBe('2027-11-22T12:00:00.000Z')
})

test('an engraving has 1 to 50 characters on one line, blanks around it aside', () => {
  expect(readEngraving('  Best of Whitby ')).toEqual({ text: 'Best of Whitby' })
  expect(readEngraving('x'.repeat(50))).toEqual({ text: 'x'.repeat(50) })
  for (const empty of ['', ' \t\n', null, undefined]) {
    expect(readEngraving(empty)).toEqual({ problem: 'Please enter your engraving text.' })
  }
  for (const bad of ['x'.repeat(51), 'a\nb', 'a\u0000b']) expect(readEngraving(bad)).toHaveProperty('problem')
})
