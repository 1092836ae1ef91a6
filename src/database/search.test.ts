import { expect, test } from 'bun:test'
import { areShort, wordsOf } from './search.ts'

test.each([
  ['night-market', ['night', 'market']],
  ['Night–Market  hull', ['Night', 'Market', 'hull']],
  ['night- -market', ['night', 'market']],
  ['fair & feast and + games', ['fair', 'feast', 'games']],
  ["o'hara’s", ["o'hara’s"]],
  ['BEAA-2026-7KQ', ['BEAA-2026-7KQ']],
  ['demo-2026-', ['demo-2026']],
  ['covid-19', ['covid-19']],
  ['and', ['and']],
  ['and &', ['and', '&']],
  ['-', ['-']],
  ['', []],
  ['a a-a b-c d e f g', ['a', 'b', 'c', 'd', 'e', 'f']],
])('the words of %p are %p', (q, words) => {
  expect(wordsOf(q)).toEqual(words)
})

test('apostrophes make no word longer', () => {
  expect([areShort(["d'a"]), areShort(["o'h’a"]), areShort(["'''"])]).toEqual([true, false, false])
})
