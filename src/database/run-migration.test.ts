import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { SettingProblem } from '#env.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { migrateQueue, runMigration } from './run-migration.ts'
import { openSql, type Sql } from './sql.ts'

let database: TestDatabase
/** Migrations go past a pooler, which would give each statement another session. */
let direct: Sql
beforeAll(async () => {
  database = await openTestDatabase()
  direct = openSql(database.directUrl, { connections: 1 })
})
afterAll(async () => {
  await direct.end()
  await database.close()
})

test('a long change is made in batches, and an index is built, while others read and write', async () => {
  const { sql } = database
  await sql`create table long_list (id integer primary key, doubled integer, note text)`
  await sql`insert into long_list (id, note) select n, 'a; b' from generate_series(1, 5000) as n`
  const record = 'insert into done values (1)'
  await sql`create table done (n integer)`
  const migrating = await direct.reserve()
  let seen = 0
  const text = `-- without a transaction
do $$
declare
  changed integer;
begin
  loop
    update long_list set doubled = id * 2
    where id in (select id from long_list where doubled is null order by id limit 500);
    get diagnostics changed = row_count;
    exit when changed = 0;
    commit;
    perform pg_sleep(0.02);
  end loop;
end
$$;
create index concurrently if not exists long_list_doubled on long_list (doubled);
create index concurrently if not exists long_list_note on long_list (note) where note = 'a;b'`
  const running = runMigration(migrating, { name: 'trial', text, record })
  while (seen === 0)
    [{ seen }] = (await sql`select count(doubled)::int as seen from long_list`) as never as [{ seen: number }]
  // What one batch has changed is there for others before the last one is, and rows can be written meanwhile.
  expect(seen).toBeLessThan(5000)
  await sql.begin(async (transaction) => {
    await transaction`set local lock_timeout = '2s'`
    await transaction`insert into long_list (id) values (6000)`
  })
  await running
  await runMigration(migrating, { name: 'trial', text, record })
  migrating.release()
  const [row] = await sql`select count(doubled)::int as doubled, (select count(*)::int from pg_index
    where indrelid = 'long_list'::regclass and indisvalid) as indexes from long_list`
  expect(row).toEqual({ doubled: 5001, indexes: 3 })
})

test('an index that was left half built is built again', async () => {
  const { sql } = database
  await sql`create table twice (n integer)`
  await sql`insert into twice values (1), (1)`
  const text = '-- without a transaction\ncreate unique index concurrently if not exists twice_n on twice (n)'
  const migrating = await direct.reserve()
  const migrate = () => runMigration(migrating, { name: 'twice', text, record: 'select 1' })
  await expect(migrate()).rejects.toThrow('could not create unique index')
  await sql`delete from twice`
  await migrate()
  migrating.release()
  expect((await sql`select indisvalid from pg_index where indexrelid = 'twice_n'::regclass`)[0]).toEqual({
    indisvalid: true,
  })
})

const waits = { lockMs: 150, pauseMs: 150, tries: 20 }

/** A transaction that has read a table, as a long report does. @returns what ends it. */
async function readForLong(sql: Sql, table: string): Promise<() => Promise<void>> {
  const ended = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const report = sql.begin(async (transaction) => {
    await transaction`select from ${sql(table)}`
    begun.resolve()
    await ended.promise
  })
  await begun.promise
  return async () => {
    ended.resolve()
    await report
  }
}

test.each(['', '-- without a transaction\n'])(
  'a migration that a long transaction keeps from a table lets everybody else go on, and is done after it: "%s"',
  async (first) => {
    const { sql } = database
    const name = first ? 'watched_alone' : 'watched'
    await sql.unsafe(`create table ${name} (id integer); create table ${name}_done (n integer)`)
    const said = spyOn(console, 'info').mockImplementation(() => {})
    const endReport = await readForLong(sql, name)
    const migrating = await direct.reserve()
    const migration = {
      name,
      text: `${first}alter table ${name} add column note text`,
      record: `insert into ${name}_done values (1)`,
    }
    let isDone = false
    const running = runMigration(migrating, migration, waits).then(() => {
      isDone = true
    })
    let longest = 0
    for (const end = performance.now() + 500; performance.now() < end; await Bun.sleep(10)) {
      const began = performance.now()
      await sql.unsafe(`select from ${name}`)
      longest = Math.max(longest, performance.now() - began)
    }
    expect(isDone).toBe(false)
    // Somebody who reads waits for one turn of the migration at most, on a machine that may be busy.
    expect(longest).toBeWithin(20, 700)
    await endReport()
    await running
    const [row] = await migrating`
      select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`
    expect(row).toEqual({ lock: '0', statement: '15min' })
    migrating.release()
    expect(await sql.unsafe(`select note from ${name}`)).toHaveLength(0)
    expect(await sql.unsafe(`select n from ${name}_done`)).toHaveLength(1)
    expect(said.mock.calls.flat()).toEqual([
      expect.stringContaining(`The migration ${name} needs a table that another`),
    ])
    said.mockRestore()
  },
)

test('a migration whose table is kept for longer than it waits says so, and leaves nothing behind', async () => {
  const { sql } = database
  await sql`create table kept (id integer)`
  const said = spyOn(console, 'info').mockImplementation(() => {})
  const endReport = await readForLong(sql, 'kept')
  const migrating = await direct.reserve()
  const text = 'create table half (id integer); alter table kept add column note text'
  const problem = await runMigration(
    migrating,
    { name: '00099_kept.sql', text, record: 'select 1' },
    { lockMs: 50, pauseMs: 10, tries: 2 },
  ).catch((thrown) => thrown)
  said.mockRestore()
  expect(problem).toBeInstanceOf(SettingProblem)
  expect(problem.message).toContain('The migration 00099_kept.sql was not done: another transaction kept a table')
  const [row] = await migrating`select to_regclass('half') as half`
  expect(row!.half).toBeNull()
  migrating.release()
  await endReport()
})

test('a migration of the queue waits for its tables in short turns, too', async () => {
  const { sql } = database
  const said = spyOn(console, 'info').mockImplementation(() => {})
  const readLast = async () => (await sql`select max(id) as id from graphile_worker.migrations`)[0]!.id as number
  const last = await readLast()
  // As after an update of the library. Its last migration writes functions anew, so that it may run once more.
  await sql`delete from graphile_worker.migrations where id = ${last}`
  const [isOver, isLocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const inItsWay = sql.begin(async (transaction) => {
    await transaction`lock table graphile_worker.migrations in share mode`
    isLocked.resolve()
    await isOver.promise
  })
  await isLocked.promise
  const migrating = migrateQueue(database.url, waits)
  while (said.mock.calls.length === 0) await Bun.sleep(10)
  expect(await readLast()).toBeLessThan(last)
  isOver.resolve()
  await Promise.all([inItsWay, migrating])
  expect(await readLast()).toBe(last)
  expect(said.mock.calls.flat()).toEqual([expect.stringContaining('The migration of the queue needs a table')])
  said.mockRestore()
})
