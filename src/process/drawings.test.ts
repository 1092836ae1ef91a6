import { expect, test } from 'bun:test'
import { type Drawing, keepDrawings } from './drawings.ts'

const bytes = (length: number): Drawing => new Uint8Array(length)

test('each is drawn once, one after another, and kept', async () => {
  const drawn = keepDrawings({ maxBytes: 1000, maxWaiting: 10 })
  const begun: string[] = []
  let atOnce = 0
  const draw = (key: string) =>
    drawn(key, async () => {
      begun.push(key)
      expect(++atOnce).toBe(1)
      await Bun.sleep(2)
      atOnce--
      return bytes(10)
    })
  await Promise.all(['a', 'b', 'a', 'c', 'b'].map(draw))
  await draw('a')
  expect(begun).toEqual(['a', 'b', 'c'])
})

test('what does not fit any more goes, the one unused for longest first', async () => {
  const drawn = keepDrawings({ maxBytes: 25, maxWaiting: 10 })
  const begun: string[] = []
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) {
    await drawn(key, async () => {
      begun.push(key)
      return bytes(10)
    })
  }
  expect(begun).toEqual(['a', 'b', 'c', 'b'])
})

test('who comes when too many wait is asked to come again, and a failed drawing is not kept', async () => {
  const drawn = keepDrawings({ maxBytes: 1000, maxWaiting: 2 })
  const held = Promise.withResolvers<Drawing>()
  const waiting = [drawn('a', () => held.promise), drawn('b', async () => bytes(1))]
  expect(await drawn('c', async () => bytes(1))).toBe('busy')
  held.reject(new Error('no ink'))
  await expect(waiting[0]!).rejects.toThrow('no ink')
  expect(await waiting[1]!).toEqual(bytes(1))
  expect(await drawn('a', async () => bytes(2))).toEqual(bytes(2))
})
