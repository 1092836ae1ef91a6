import { beforeAll, expect, test } from 'bun:test'
import type { Brand } from '#brand.ts'
import type { Sql } from '#database/sql.ts'
import { type Env, readEnv } from '#env.ts'
import { databaseOfFile } from '#test/of-file.ts'
import { loadDemoNationalEvents } from './load-demo-national-events.ts'
import { loadDemoRegister } from './load-demo-register.ts'

const now = new Date('2026-11-21T12:00:00Z')

let services: { sql: Sql; brand: Brand; env: Env }
const database = await databaseOfFile()
beforeAll(async () => {
  const read = readEnv({})
  if ('problems' in read) throw new Error(read.problems.join())
  services = { sql: database.sql, env: read.env, brand: read.env.brand }
})

async function countOf(table: 'register_entries' | 'national_events'): Promise<number> {
  const [row] = await database.sql`select count(*)::int as count from ${database.sql(table)}`
  return row!.count
}

test('register and national events are filled apart, each once, by the first of several', async () => {
  const entries = await Promise.all([loadDemoRegister(services, now), loadDemoRegister(services, now)])
  expect(entries.filter((added) => added > 0)).toEqual([await countOf('register_entries')])
  expect(await countOf('national_events')).toBe(0)
  const events = await Promise.all([1, 2, 3].map(() => loadDemoNationalEvents(database.sql, now)))
  expect(events.filter((added) => added > 0)).toEqual([await countOf('national_events')])
})

test('register, history and public log tell each step at the same moment', async () => {
  await loadDemoRegister(services, now)
  const rows = await database.sql<{ number: string; updated: Date; history: string[]; log: string[] }[]>`
    select number, updated_at as updated,
      (select array_agg(happened_at order by id) from register_history as h where h.entry_id = e.id)::text[] as history,
      (select array_agg((convert_from(leaf, 'utf8')::jsonb ->> 'at')::timestamptz order by id) from register_leaves as l
       where l.entry_id = e.id)::text[] as log
    from register_entries as e`
  expect(rows.length).toBeGreaterThan(50)
  for (const { number, updated, history, log } of rows) {
    expect({ number, log }).toEqual({ number, log: history })
    expect(+new Date(history.at(-1)!)).toBe(+new Date(updated))
  }
  const leaves = await database.sql<{ at: string }[]>`
    select convert_from(leaf, 'utf8')::jsonb ->> 'at' as at from register_leaves order by id`
  const times = leaves.map(({ at }) => at)
  expect(times).toEqual(times.toSorted())
})

test('what is declared alone was never checked', async () => {
  await loadDemoRegister(services, now)
  const [{ declared }] = (await database.sql`
    select count(*)::int as declared from register_entries where assurance = 'declared'`) as [{ declared: number }]
  expect(declared).toBeGreaterThan(10)
  const checked = await database.sql`
    select number from register_entries as e
    where (assurance = 'declared') <> (assured_on is null) or (assurance = 'declared') <> (next_review_on is null)
      or (assurance = 'assessed') <> (score is not null)
      or (assurance = 'declared') = exists (select from register_checks as c where c.entry_id = e.id)
      or (assurance = 'declared') = exists (select from register_history as h where h.entry_id = e.id and h.change = 'assurance')`
  expect(checked.map(({ number }) => number)).toEqual([])
})
