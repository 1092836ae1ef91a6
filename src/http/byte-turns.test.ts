import { expect, test } from 'bun:test'
import { byteTurns } from './byte-turns.ts'

const forever = () => new Promise<string>(() => {})

test('slow senders do not keep others out: over their share they make room, and over their time in any case', async () => {
  const turns = byteTurns({ most: 2, shareMs: 60, longestMs: 400 })
  const ends: string[] = []
  const slow = ['first', 'second'].map((name) =>
    turns.take((signal) => {
      signal.addEventListener('abort', () => ends.push(name))
      return forever()
    }),
  )
  // Within their share nobody is sent away for another.
  expect(await turns.take(async () => 'read')).toBe('ended')
  await Bun.sleep(80)
  expect(await turns.take(async () => 'read')).toBe('read')
  expect([ends, await slow[0]]).toEqual([['first'], 'ended'])
  expect(await turns.take(async () => 'read again')).toBe('read again')
  expect(await slow[1]).toBe('ended')
  expect(ends).toEqual(['first', 'second'])
})

test('a turn is free again after its task, also where that has failed', async () => {
  const turns = byteTurns({ most: 1, shareMs: 1000, longestMs: 1000 })
  expect(turns.take(async () => Promise.reject(new Error('broken off')))).rejects.toThrow('broken off')
  await Bun.sleep(1)
  expect(await turns.take(async () => 1)).toBe(1)
})
