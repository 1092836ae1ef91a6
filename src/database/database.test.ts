import { expect, test } from 'bun:test'
import { openTestDatabase } from '#test/database.ts'
import { databaseOfFile } from '#test/of-file.ts'
import { applyRoleSettings, openDatabase } from './connect.ts'
import { migrate, migrationProblem, schemaIsCurrent } from './migrate.ts'
import { takeRateLimit } from './rate-limit.ts'
import { openSql } from './sql.ts'

const database = await databaseOfFile()

test('replicas that start at once migrate once', async () => {
  const fresh = await openTestDatabase()
  // Past a pooler: the lock belongs to a connection.
  const sql = openSql(fresh.directUrl, { connections: 3 })
  const outcomes = await Promise.all([1, 2, 3].map(() => migrate(sql, fresh.directUrl)))
  await sql.end()
  expect(outcomes.every((outcome) => outcome.kind === 'migrated')).toBe(true)
  expect(await schemaIsCurrent(fresh.sql)).toBe(true)
  await fresh.close()
})

test('settings of the role stand in the server, once, and hold for every later session', async () => {
  const fresh = await openTestDatabase()
  const name = new URL(fresh.url).pathname.slice(1)
  await fresh.sql.unsafe(`alter role current_user in database ${name} reset all`)
  const env = { databaseUrl: fresh.directUrl, databaseDirectUrl: '', dataFolder: '' }
  const opened = await Promise.all([openDatabase(env), openDatabase(env)])
  for (const { sql, close } of opened) {
    const [row] =
      await sql`select current_setting('plan_cache_mode') as mode, current_setting('statement_timeout') as timeout`
    expect(row).toEqual({ mode: expect.stringMatching(/^force_/), timeout: '15min' })
    await close()
  }
  const { sql } = await openDatabase(env)
  expect(await applyRoleSettings(sql)).toBe(false)
  await sql.end()
  await fresh.close()
})

test('a schema of the next release is run on and left alone, one that does not say that it allows it is refused', async () => {
  const fresh = await openTestDatabase()
  await fresh.sql`insert into schema_migrations (version, name, runs_with)
    select 99998, 'next', max(version) from schema_migrations`
  // Migrations are numbered before they are released: one may come later than its number.
  await fresh.sql`insert into schema_migrations (version, name, runs_with) values (14, '00014_later.sql', 32)`
  expect(await migrate(fresh.sql, fresh.url)).toMatchObject({ kind: 'ahead', databaseVersion: 99998 })
  expect(await schemaIsCurrent(fresh.sql)).toBe(true)
  await fresh.sql`insert into schema_migrations (version, name) values (99999, 'later')`
  expect(await migrate(fresh.sql, fresh.url)).toMatchObject({ kind: 'newer-schema', databaseVersion: 99999 })
  expect(await schemaIsCurrent(fresh.sql)).toBe(false)
  await fresh.close()
})

test('a role that may not change the schema goes on where nothing is missing, and says what is', async () => {
  const fresh = await openTestDatabase()
  const role = `mere_reader_${process.pid}`
  await fresh.sql.unsafe(`create role ${role}; grant select on schema_migrations to ${role};
    grant usage on schema public, graphile_worker to ${role}`)
  const asReader = openSql(fresh.directUrl, { connections: 1 })
  await asReader.unsafe(`set role ${role}`)
  expect(await migrate(asReader, fresh.url)).toEqual({ kind: 'migrated', applied: [] })
  await fresh.sql`delete from schema_migrations where version = 32`
  const outcome = await migrate(asReader, fresh.url)
  expect(outcome).toEqual({ kind: 'not-allowed', missing: ['00032_corrections.sql'] })
  if (outcome.kind === 'not-allowed') expect(migrationProblem(outcome)).toContain('bun run migrate')
  await asReader.end()
  await fresh.sql.unsafe(`drop owned by ${role}; drop role ${role}`)
  await fresh.close()
})

test('a database of the numbering before the first release is refused and left alone, with a sentence', async () => {
  const fresh = await openTestDatabase()
  await fresh.sql`delete from schema_migrations`
  await fresh.sql`insert into schema_migrations (version, name) values
    (1, '00001_foundation.sql'), (2, '00002_people.sql'), (182, '00182_organiser-search.sql')`
  const outcome = await migrate(fresh.sql, fresh.url)
  expect(outcome).toEqual({ kind: 'other-numbering' })
  if (outcome.kind !== 'other-numbering') throw new Error('It was taken.')
  expect(migrationProblem(outcome)).toContain('Set DATABASE_URL to an empty database')
  const versions = await fresh.sql<{ version: number }[]>`select version from schema_migrations order by 1`
  expect(versions.map(({ version }) => version)).toEqual([1, 2, 182])
  await fresh.close()
})

test('dates, times, moments and counts arrive in the documented shapes', async () => {
  const [row] = await database.sql`
    select '2026-03-29'::date as day, '10:30'::time as time, '2026-03-29T01:00:00Z'::timestamptz as moment, 7::bigint as count`
  expect(row).toEqual({ day: '2026-03-29', time: '10:30', moment: '2026-03-29T01:00:00.000Z', count: 7 })
})

test('no apostrophe of any kind is left in a folded text', async () => {
  const [row] = await database.sql`select without_apostrophes(fold(${"O'‘’‛ʼ′`´Hara"}::text)) as plain`
  expect(row!.plain).toBe('ohara')
})

test('no check is left that the rows of before were not held to', async () => {
  expect([...(await database.sql`select conname from pg_constraint where not convalidated`)]).toEqual([])
})

test('histories refuse to be rewritten', async () => {
  const [entry] = await database.sql`
    insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector)
    values ('T-1', 't-1', 'active', now(), 'T', 'O', 'Other', 'culture') returning id`
  await database.sql`insert into register_history (entry_id, change, to_status, cause) values (${entry!.id}, 'published', 'active', 'test')`
  expect(database.sql`update register_history set cause = 'other'`.execute()).rejects.toThrow('append-only')
  expect(database.sql`delete from register_history`.execute()).rejects.toThrow('append-only')
})

test('counts by city and status follow every change of an entry', async () => {
  const fresh = await openTestDatabase()
  const { sql } = fresh
  const counts = async () =>
    (await sql`select city_key, status, entries from register_counts where entries <> 0 order by 1, 2`).map((row) => ({
      ...row,
    }))
  await sql`insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector, city)
    select 'N-' || n, 'n-' || n, 'active', now(), 'T', 'O', 'Other', 'culture', case when n < 3 then 'Leeds' else 'York' end
    from generate_series(1, 4) as n`
  expect(await counts()).toEqual([
    { city_key: 'leeds', status: 'active', entries: 2 },
    { city_key: 'york', status: 'active', entries: 2 },
  ])
  await sql`update register_entries set city = 'York', status = 'lapsed' where number = 'N-1'`
  await sql`delete from register_entries where number = 'N-4'`
  expect(await counts()).toEqual([
    { city_key: 'leeds', status: 'active', entries: 1 },
    { city_key: 'york', status: 'active', entries: 1 },
    { city_key: 'york', status: 'lapsed', entries: 1 },
  ])
  await fresh.close()
})

test('a rate limit lets the allowance through and then says how long to wait', async () => {
  const limit = { name: 'trial', points: 2, seconds: 60 }
  const waits = [1, 2, 3].map(() => takeRateLimit(database.sql, limit, 'somebody'))
  const [first, second, third] = await Promise.all(waits)
  expect([first, second, third].filter((wait) => wait === null)).toHaveLength(2)
  expect([first, second, third].find((wait) => wait !== null)).toBeWithin(1, 61)
  expect(await takeRateLimit(database.sql, limit, 'somebody else')).toBeNull()
})
