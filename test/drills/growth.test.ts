import { expect, test } from 'bun:test'
import { judgeGrowth, type Sample } from './growth.ts'

const samplesOf = (value: (at: number) => number): Sample[] =>
  Array.from({ length: 120 }, (_, index) => ({ at: index * 10, values: { 'memory of web 1': value(index * 10) } }))
const judged = (value: (at: number) => number) => judgeGrowth(samplesOf(value), [['memory', 20]])[0]!

test('a slow rise is growth, whatever goes up and down on it', () => {
  const saw = (at: number) => (at % 100) / 5
  const rising = judged((at) => 150 + at / 30 + saw(at))
  expect(rising.isWithin).toBe(false)
  expect(rising.grown).toBeWithin(35, 45)
  expect(judged((at) => 150 + saw(at)).isWithin).toBe(true)
})

test('one peak is no growth, and what falls is none', () => {
  expect(judged((at) => (at === 600 ? 400 : 150)).isWithin).toBe(true)
  expect(judged((at) => 300 - at / 10).isWithin).toBe(true)
})

test('a measure without a bound is refused', () => {
  expect(() =>
    judgeGrowth(
      samplesOf(() => 1),
      [['handles', 5]],
    ),
  ).toThrow('There is no bound for memory of web 1.')
})
