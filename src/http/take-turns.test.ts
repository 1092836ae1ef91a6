import { expect, test } from 'bun:test'
import { takeTurns } from './take-turns.ts'

test('no more run at once than may, and they begin in the order in which they came', async () => {
  const turn = takeTurns(2)
  const begun: number[] = []
  let running = 0
  let most = 0
  await Promise.all(
    [1, 2, 3, 4, 5].map((number) =>
      turn(async () => {
        begun.push(number)
        most = Math.max(most, ++running)
        await Bun.sleep(2)
        running--
      }),
    ),
  )
  expect(begun).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(2)
})

test('work that fails hands its place on', async () => {
  const turn = takeTurns(1)
  const first = turn(async () => {
    throw new Error('broken')
  })
  const second = turn(async () => 'done')
  expect(first).rejects.toThrow('broken')
  expect(await second).toBe('done')
})
