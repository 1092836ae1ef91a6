import { expect, test } from 'bun:test'
import { mentionsIn } from './rules.ts'

const colleagues = ['Riley Reviewer', 'Riley', 'Sam Second', 'Sam Smith', 'Zoë O’Neil'].map((name) => ({ name }))
const named = (note: string) => {
  const { named, unknown } = mentionsIn(note, colleagues)
  return unknown ?? named.map(({ name }) => name)
}

test('a note names colleagues by an @ and their name, the longest that fits', () => {
  expect(named('@Riley Reviewer, please look. (@riley)')).toEqual(['Riley Reviewer', 'Riley'])
  expect(named('Ask @zoë and @ZOË O’NEIL')).toEqual(['Zoë O’Neil'])
  expect(named('@Rileys')).toBe('rileys')
})

test('a first name that two have, and one that nobody has, is no name', () => {
  expect(named('@Sam should know')).toBe('sam')
  expect(named('@Sam Smith should know')).toEqual(['Sam Smith'])
  expect(named('@harbourlights on the poster')).toBe('harbourlights')
})

test('an address and a time are no names', () => {
  expect(named('Write to robin@harbour.example, or call @ 10:00.')).toEqual([])
})
