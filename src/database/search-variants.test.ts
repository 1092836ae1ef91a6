import { expect, test } from 'bun:test'
import { isSlip, type LikeWord, searchVariants } from './search.ts'

const slips: [typed: string, known: string][] = [
  ['fetsival', 'festival'],
  ['festval', 'festival'],
  ['robtics', 'robotics'],
  ['manchestr', 'manchester'],
  ['jaz', 'jazz'],
  ['robtic', 'robotics'],
  ['jazzz', 'jazz'],
  ['mark', 'market'],
  ['confrence', 'conference'],
  ['birmnghm', 'birmingham'],
]
test.each(slips)('%s may have meant %s', (typed, known) => {
  expect(isSlip(typed, known)).toBe(true)
})

const others: [typed: string, known: string][] = [
  ['nothing', 'night'],
  ['gala', 'glass'],
  ['zzzz', 'jazz'],
  ['harvest', 'hall'],
]
test.each(others)('%s is another word than %s', (typed, known) => {
  expect(isSlip(typed, known)).toBe(false)
})

const like = (place: number, typed: string, word: string, likeness: number): LikeWord => ({
  place,
  typed,
  word,
  likeness,
})

test('readings come likest first, a word for each word', () => {
  const found = [
    like(1, 'harvst', 'harvest', 0.6),
    like(2, 'markett', 'market', 0.6),
    like(2, 'markett', 'markets', 0.4),
    like(1, 'harvst', 'hall', 0.3),
  ]
  expect(searchVariants(found, 2, 5)).toEqual([
    ['harvest', 'market'],
    ['harvest', 'markets'],
  ])
})

test('a word that is like none is left out, but not the greater part', () => {
  const found = [like(1, 'harvst', 'harvest', 0.6)]
  expect(searchVariants(found, 2, 5)).toEqual([['harvest']])
  expect(searchVariants(found, 3, 5)).toEqual([])
  expect(searchVariants([], 1, 5)).toEqual([])
})

test('readings are bounded', () => {
  const found = Array.from({ length: 6 }, (_, place) =>
    Array.from({ length: 9 }, (_, index) => like(place + 1, 'harvest', `harvest${index}`, 0.9 - index / 100)),
  ).flat()
  expect(searchVariants(found, 6, 4)).toHaveLength(4)
})
