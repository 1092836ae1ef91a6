import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openTestDatabase, type TestDatabase } from '../../../../../test/database.ts'
import { loadDemoNationalEvents } from '../../../national-events/demo/server/load-demo-national-events.ts'
import { loadDemoRegister } from './load-demo-register.ts'

const now = new Date('2026-11-21T12:00:00Z')

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  await database.close()
})

async function countOf(table: 'register_entries' | 'national_events'): Promise<number> {
  const [row] = await database.sql`select count(*)::int as count from ${database.sql(table)}`
  return row!.count
}

test('register and national events are filled apart, each once, by the first of several', async () => {
  const entries = await Promise.all([loadDemoRegister(database.sql, now), loadDemoRegister(database.sql, now)])
  expect(entries.filter((added) => added > 0)).toEqual([await countOf('register_entries')])
  expect(await countOf('national_events')).toBe(0)
  const events = await Promise.all([1, 2, 3].map(() => loadDemoNationalEvents(database.sql, now)))
  expect(events.filter((added) => added > 0)).toEqual([await countOf('national_events')])
})
