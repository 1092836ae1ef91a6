import { afterAll, beforeAll, expect, test } from 'bun:test'
import { projectRoot } from '#process/project-root.ts'
import { openTestDatabase, startTestServer, type TestDatabase } from '#test/database.ts'
import { findExcessRights, makeAccount } from './rights.ts'
import { openSql, type Sql } from './sql.ts'

// That the site does its work with these roles is what every other test of a site shows: openTestSite signs in with them.

const { url: serverUrl } = await startTestServer()
let database: TestDatabase
let site: Sql
let queue: Sql
beforeAll(async () => {
  database = await openTestDatabase()
  site = openSql(database.roles.siteUrl, { connections: 1 })
  queue = openSql(database.roles.queueUrl, { connections: 1 })
})
afterAll(async () => {
  await site.end()
  await queue.end()
  await database.close()
})

const refused = async (sql: Sql, statement: string) => {
  const problem = await sql.unsafe(statement).then(
    () => null,
    (thrown: { code: string }) => thrown,
  )
  return [statement, problem?.code ?? 'done']
}

const histories = ['audit_log', 'register_history', 'register_leaves', 'log_checkpoints', 'application_decisions']

test.each([
  ...histories.flatMap((table) => [
    `alter table ${table} disable trigger all`,
    `delete from ${table}`,
    `truncate ${table}`,
    `drop table ${table}`,
  ]),
  "update audit_log set action = 'x.y'",
  'update register_history set cause = cause',
  "update register_leaves set leaf = ''",
  'update register_leaves set position = 1',
  "update log_checkpoints set note = ''",
  "insert into log_checkpoints (origin, size, note, signed_at) values ('x', 1, 'x', now())",
  "update log_tiles set hashes = ''",
  'drop trigger audit_log_append_only on audit_log',
  "set session_replication_role = 'replica'",
  'alter table register_entries add column x text',
  'drop table orders',
  'delete from orders',
  'delete from payment_events',
  'select private_key from signing_keys',
  'select * from signing_keys',
  'update signing_keys set ended_at = null',
  'create function mine() returns int language sql return 1',
  'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
  'create table mine (id int)',
  'create schema mine',
  'create role mine',
  'select * from graphile_worker._private_jobs',
  'delete from graphile_worker._private_jobs',
  "select graphile_worker.add_job('x')",
  'update schema_migrations set version = 0',
])('the site may not: %s', async (statement) => {
  // 42501 is a missing right; of a table of the queue that a role may not own, rows are not shown either.
  expect(await refused(site, statement)).toEqual([statement, '42501'])
})

test.each([
  ...histories.map((table) => `delete from ${table}`),
  'alter table audit_log disable trigger all',
  "update register_leaves set leaf = ''",
  "update log_checkpoints set note = ''",
  'create table public.mine (id int)',
])('nor may the queue: %s', async (statement) => {
  expect(await refused(queue, statement)).toEqual([statement, '42501'])
})

test('every table is readable to the site, and none may be emptied, altered or owned by it', async () => {
  const [{ account }] = (await site`select current_user as account`) as never as [{ account: string }]
  const tables = await database.sql<{ name: string; reads: boolean; more: boolean }[]>`
    select relname as name, has_any_column_privilege(${account}::name, oid, 'select') as reads,
      has_table_privilege(${account}::name, oid, 'truncate, trigger, references') or pg_has_role(${account}::name, relowner, 'usage') as more
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`
  expect(tables.length).toBeGreaterThan(60)
  expect(tables.filter(({ reads, more }) => !reads || more)).toEqual([])
})

test('what refuses a change of every row is no right of the site either', async () => {
  const [{ account }] = (await site`select current_user as account`) as never as [{ account: string }]
  const loose = await database.sql`
    select c.relname, tgname from pg_trigger join pg_class as c on c.oid = tgrelid
    where tgfoid in ('refuse_change'::regproc) and tgtype & 3 = 3 and tgqual is null
      and ((tgtype & 16 > 0 and has_any_column_privilege(${account}::name, c.oid, 'update'))
        or (tgtype & 8 > 0 and has_table_privilege(${account}::name, c.oid, 'delete')))`
  expect([...loose]).toEqual([])
})

test('functions with the rights of their owner name their schemas, and nobody else may call them', async () => {
  const functions = await database.sql`
    select proname, proconfig, has_function_privilege('public', oid, 'execute') as open from pg_proc
    where prosecdef and pronamespace = 'public'::regnamespace order by 1`
  const fixed = { proconfig: ['search_path=pg_catalog, pg_temp'], open: false }
  expect([...functions]).toEqual([
    { proname: 'add_job', ...fixed },
    { proname: 'retry_job', ...fixed },
  ])
})

test('bun run migrate makes the roles as an owner who is no superuser, gives new tables to them, and changes a password', async () => {
  const name = `rights_${process.pid}`
  const admin = openSql(serverUrl, { connections: 1 })
  await admin.unsafe(`create role ${name} login createrole password 'owner'`)
  await admin.unsafe(`create database ${name} owner ${name}`)
  const as = (user: string, password: string) => {
    const url = new URL(serverUrl)
    Object.assign(url, { username: user, password, pathname: `/${name}` })
    return url.href
  }
  const settings = { DATABASE_URL: as(`${name}_web`, 'one'), DATABASE_QUEUE_URL: as(`${name}_jobs`, 'two') }
  const migrate = async (given: Record<string, string>) => {
    const child = Bun.spawn(['bun', 'src/commands/migrate.ts'], {
      cwd: projectRoot,
      env: { PATH: process.env.PATH, ...settings, ...given },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const said = (await new Response(child.stdout).text()) + (await new Response(child.stderr).text())
    return { said, code: await child.exited }
  }
  const owner = openSql(as(name, 'owner'), { connections: 1 })
  try {
    const asOwner = { DATABASE_MIGRATION_URL: as(name, 'owner') }
    const first = await migrate(asOwner)
    expect(first.said).toMatch(/Applied 00001.*\n.*DATABASE_URL was made.\n.*DATABASE_QUEUE_URL was made./)
    expect(first.code).toBe(0)
    expect(await findExcessRights(owner)).toContain(`"${name}" owns its tables`)
    expect(await findExcessRights(site)).toBeNull()

    await owner`create table later (id integer)`
    const second = await migrate({ ...asOwner, DATABASE_URL: as(`${name}_web_2`, 'three') })
    expect(second.said).toMatch(/DATABASE_URL was made.\n.*DATABASE_QUEUE_URL is as it should be./)
    // Two accounts are valid at once while a password is changed.
    const rights = await owner`select account, has_table_privilege(account, 'later', 'insert') as inserts
      from unnest(array[${`${name}_web`}::name, ${`${name}_web_2`}::name]) as account order by 1`
    expect(rights.map(({ inserts }) => inserts)).toEqual([true, true])
    const third = { url: as(`${name}_web_3`, 'four'), ownerUrl: as(name, 'owner'), group: 'site' } as const
    expect(await makeAccount(owner, third)).toBe('made')
    expect(await makeAccount(owner, third)).toBe('kept')

    expect((await migrate({ ...asOwner, DATABASE_URL: as(name, 'owner') })).said).toContain('signs in as the owner')
    const without = await migrate({})
    expect(without).toEqual({ said: 'The database is up to date.\n', code: 0 })
  } finally {
    await owner.end()
    await admin.unsafe(`drop database ${name} with (force)`)
    for (const part of ['_web', '_web_2', '_web_3', '_jobs', '_queue', '_site', '_read', ''])
      await admin.unsafe(`drop role if exists ${name}${part}`)
    await admin.end()
  }
}, 30_000)
