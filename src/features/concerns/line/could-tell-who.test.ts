import { expect, test } from 'bun:test'
import { couldTellWho } from './could-tell-who.ts'

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
