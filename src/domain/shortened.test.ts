import { expect, test } from 'bun:test'
import { shortened } from './shortened.ts'

test.each([
  ['Short enough', 12, 'Short enough'],
  ['Two\nlines  become one ', 40, 'Two lines become one'],
  ['Cut between words', 13, 'Cut between…'],
  ['Cut between words', 12, 'Cut between…'],
  ['Cut between words', 11, 'Cut…'],
  ['A list, cut there', 8, 'A list…'],
  ['Donaudampfschifffahrt', 8, 'Donauda…'],
  ['🎪🎪🎪🎪', 4, '🎪…'],
  ['', 5, ''],
])('%p in %i is %p', (text, max, short) => {
  expect(shortened(text, max)).toBe(short)
  expect(shortened(text, max).length).toBeLessThanOrEqual(max)
})
