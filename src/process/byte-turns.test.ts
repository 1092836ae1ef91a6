import { expect, test } from 'bun:test'
import { byteTurns, type Turn } from './byte-turns.ts'

const limits = { max: 3, ofOne: 2, graceMs: 60, slowest: 1000, longestMs: 400 }
/** Sends so many bytes at once, and then nothing any more. */
const sends =
  (bytes: number, name = '', ends: string[] = []) =>
  (turn: Turn) => {
    turn.count(bytes)
    turn.signal.addEventListener('abort', () => ends.push(name))
    return new Promise<string>(() => {})
  }
const read = async () => 'read'

test('the slowest sender makes room for the next, one that sends fast keeps its turn, and nobody takes longer than allowed', async () => {
  const turns = byteTurns(limits)
  const ends: string[] = []
  turns.take('a', sends(10, 'slow', ends))
  turns.take('b', sends(0, 'slowest', ends))
  const fast = turns.take('c', sends(1_000_000, 'fast', ends))
  // Before that nobody is too slow.
  expect(await turns.take('d', read)).toBe('ended')
  await Bun.sleep(80)
  expect(await turns.take('d', read)).toBe('read')
  expect(ends).toEqual(['slowest'])
  turns.take('d', sends(1_000_000))
  turns.take('e', sends(1_000_000))
  expect(ends).toEqual(['slowest', 'slow'])
  await Bun.sleep(80)
  expect(await turns.take('f', read)).toBe('ended')
  expect([await fast, ends]).toEqual(['ended', ['slowest', 'slow', 'fast']])
})

test('a visitor who takes all of its own turns keeps nobody else out, and not even itself for long', async () => {
  const turns = byteTurns(limits)
  for (let sent = 0; sent < 2; sent++) turns.take('trickler', sends(1))
  expect(await turns.take('trickler', read)).toBe('ended')
  expect(await turns.take('somebody else', read)).toBe('read')
  await Bun.sleep(80)
  expect(await turns.take('trickler', read)).toBe('read')
})

test('a turn is free again after its task, also where that has failed', async () => {
  const turns = byteTurns({ ...limits, max: 1 })
  expect(turns.take('a', async () => Promise.reject(new Error('broken off')))).rejects.toThrow('broken off')
  await Bun.sleep(1)
  expect(await turns.take('a', async () => 1)).toBe(1)
})
