import { afterAll, beforeEach, expect, test } from 'bun:test'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSql } from '#database/sql.ts'
import { afterEvent } from '#domain/register-status.ts'
import { lockEntry } from '#features/register/admin/queries.ts'
import { setRegisterStatus } from '#features/register/server/queries.ts'
import { openTestDatabase, startTestServer, type TestDatabase } from '#test/database.ts'
import { restartLog, trustLog } from './repair-log.ts'
import type { LogRunner } from './run-log.ts'
import { openRunner } from './runner.fixture.ts'

await startTestServer()

const folder = mkdtempSync(join(tmpdir(), 'log-'))
let database: TestDatabase
const opened: { close: () => Promise<void> }[] = []
beforeEach(async () => {
  database = await openTestDatabase()
  opened.push(database)
})
afterAll(async () => {
  for (const each of opened) await each.close()
  rmSync(folder, { recursive: true })
})

function startRunner(file: string, secret?: string) {
  const runner = openRunner({ sql: database.sql, file: join(folder, file), ...(secret ? { secret } : {}) })
  opened.unshift({ close: runner.stop })
  return runner
}

const addEntries = async (from: number, to: number) =>
  void (await database.sql`
    insert into register_entries (number, slug, status, valid_from, valid_until, title, organiser, category, sector)
    select 'N-' || n, 'n-' || n, 'active', now(), now() + interval '1 year', 'Title ' || n, 'Organiser', 'Other', 'culture'
    from generate_series(${from}::int, ${to}::int) as n`)
const change = async (set: string) =>
  void (await database.sql.unsafe(`update register_entries set ${set} where number = 'N-1'`))
const changes = async () =>
  (await database.sql<{ leaf: Uint8Array }[]>`select leaf from register_leaves order by id`).map(
    ({ leaf }) => (JSON.parse(Buffer.from(leaf).toString()) as { change: string }).change,
  )
const restart = async (reason: string) =>
  await database.sql.begin((transaction) => restartLog(transaction, { reason, now: new Date() }))
const size = async () => (await database.sql`select max(size)::int as size from log_checkpoints`)[0]!.size as number

test('each change of what the public is told is a leaf, whoever makes it, and nothing else is', async () => {
  await addEntries(1, 1)
  await change("status = 'listed'")
  await change("status = 'active', assurance = 'evidence'")
  await change("valid_until = valid_until + interval '1 year'")
  await change("assurance = 'assessed', assured_on = '2026-11-01'")
  await change("featured = true, price = 'Free', description = 'More words'")
  await change("title = 'Another title'")
  await change("status = 'suspended', status_reason = 'Stewards were missing.'")
  await change("status_reason = 'Many stewards were missing.'")
  await change("status = 'active', status_reason = null")
  await change("valid_until = now() - interval '1 hour'")
  await change("status = 'lapsed'")
  await change("status = 'refused'")
  await change("status = 'listed'")
  await change("status = 'refused'")
  await change("status = 'revoked', status_reason = 'Unsafe.'")
  expect(await changes()).toEqual(
    'published,unaccredited,accredited,renewed,assurance,corrected,suspended,corrected,reinstated,corrected,lapsed,reinstated,reopened,refused,revoked'.split(
      ',',
    ),
  )
  const leaves = await database.sql<{ leaf: Uint8Array }[]>`select leaf from register_leaves order by id`
  for (const [at, { leaf }] of leaves.entries()) {
    const text = Buffer.from(leaf).toString()
    const facts = JSON.parse(text) as { n: number }
    expect(JSON.stringify(facts)).toBe(text)
    expect(Object.keys(facts)).toEqual(Object.keys(facts).sort())
    expect(facts.n).toBe(at + 1)
    // Neither what may have to be erased nor a hash that could be guessed.
    expect(text).not.toMatch(/Title|title 1|Organiser|Stewards/)
  }
  const [heads] = await database.sql`select count(*)::int as count from register_leaf_heads`
  expect(heads!.count).toBe(1)
})

test('a leaf that stands cannot be edited or deleted by a statement of the product', async () => {
  await addEntries(1, 2)
  await startRunner('immutable').round()
  const refused = async (statement: string) =>
    expect(async () => await database.sql.unsafe(statement)).toThrow('append-only')
  await refused("update register_leaves set leaf = 'x'")
  await refused('update register_leaves set position = position + 10')
  await refused('delete from register_leaves')
})

test('what was changed is numbered and signed within two seconds, by the notice or by the clock', async () => {
  const runner = startRunner('clock')
  await addEntries(1, 300)
  const began = performance.now()
  while ((await size()) !== 300 && performance.now() - began < 5000) await Bun.sleep(20)
  expect(performance.now() - began).toBeLessThan(2000)
  await addEntries(301, 301)
  runner.wake()
  const woken = performance.now()
  while ((await size()) !== 301 && performance.now() - woken < 5000) await Bun.sleep(20)
  expect(performance.now() - woken).toBeLessThan(2000)
  expect(readFileSync(join(folder, 'clock'), 'utf8')).toStartWith('test.example/log\n301\n')
  const tiles = await database.sql`select level, index, length(hashes) / 32 as width from log_tiles order by 1, 2`
  expect([...tiles] as object[]).toEqual([
    { level: 0, index: 0, width: 256 },
    { level: 0, index: 1, width: 45 },
    { level: 1, index: 0, width: 1 },
  ])
})

test('the private key is in the database encrypted alone, and another secret does not open it', async () => {
  await addEntries(1, 1)
  await startRunner('key').round()
  const [key] = await database.sql<{ private_key: Uint8Array }[]>`select private_key from signing_keys`
  expect(Buffer.from(key!.private_key).includes(Buffer.from('302e020100300506032b6570', 'hex'))).toBe(false)
  await addEntries(2, 2)
  const other = startRunner('other', 'another-secret-of-thirty-two-chars')
  expect(await other.round()).toEqual({ kind: 'unreadable-key' })
  expect(other.logged.join()).toContain('was SIGNING_SECRET changed?')
  // Nor is a key that somebody has put in its place.
  await database.sql`delete from signing_keys`
  expect(await startRunner('key').round()).toEqual({ kind: 'refused', why: 'other-key' })
})

test('a database that was restored from a backup is not signed, and the log is begun anew by a command', async () => {
  await addEntries(1, 5)
  const runner = startRunner('restored')
  expect(await runner.round()).toMatchObject({ kind: 'signed', added: 5 })
  await database.sql`create table kept as select * from register_leaves`
  await database.sql`create table kept_tiles as select * from log_tiles`
  await addEntries(6, 9)
  expect(await runner.round()).toMatchObject({ kind: 'signed', added: 4 })
  // The backup of before, with a change that came after.
  await database.sql`truncate register_leaves, log_tiles`
  await database.sql`insert into register_leaves select * from kept`
  await database.sql`insert into log_tiles select * from kept_tiles`
  await database.sql`delete from log_checkpoints where size > 5`
  await addEntries(10, 10)
  // The process that signed knows it by itself, another one by the file.
  renameSync(join(folder, 'restored'), join(folder, 'aside'))
  expect(await runner.round()).toEqual({ kind: 'refused', why: 'older' })
  await runner.stop()
  renameSync(join(folder, 'aside'), join(folder, 'restored'))
  const again = startRunner('restored')
  expect(await again.round()).toEqual({ kind: 'refused', why: 'older' })
  expect(again.logged.join()).toContain('restart-log')
  expect(await size()).toBe(5)
  expect(await restart('Restored from a backup.')).toBe('test.example/log')
  expect(await again.round()).toMatchObject({ kind: 'signed', added: 6, checkpoint: { origin: 'test.example/log-2' } })
})

test('nothing is signed on rows that were changed from outside', async () => {
  await addEntries(1, 5)
  const first = startRunner('changed')
  await first.round()
  await first.stop()
  await addEntries(6, 6)
  const { sql } = database
  const [{ note, hashes }] = (await sql`select note, hashes from log_checkpoints, log_tiles`) as unknown as [
    { note: string; hashes: Uint8Array },
  ]
  const cases = {
    'changed-tiles': [
      'update log_tiles set hashes = substr(hashes, 33)',
      'update log_tiles set hashes = overlay(hashes placing sha256(hashes) from 65)',
      'delete from log_tiles',
    ],
    'false-checkpoint': [
      "update log_checkpoints set note = replace(note, E'\\n5\\n', E'\\n4\\n')",
      'update log_checkpoints set size = 4',
    ],
    'foreign-numbers': [
      'update register_leaves set position = 6 where position is null',
      'alter table register_leaves disable trigger user; delete from register_leaves where position = 4; alter table register_leaves enable trigger user',
    ],
    older: ['delete from log_checkpoints'],
  }
  for (const [why, statements] of Object.entries(cases)) {
    for (const statement of statements) {
      await sql.unsafe(`create table leaves as select * from register_leaves; ${statement}`)
      const runner = startRunner('changed')
      expect({ statement, signed: await runner.round() }).toEqual({
        statement,
        signed: { kind: 'refused', why } as never,
      })
      await runner.stop()
      await sql.unsafe(
        'truncate register_leaves, log_tiles, log_checkpoints; insert into register_leaves select * from leaves; drop table leaves',
      )
      await sql`insert into log_tiles (level, index, hashes) values (0, 0, ${Buffer.from(hashes)})`
      await sql`insert into log_checkpoints (origin, size, note, signed_at) values ('test.example/log', 5, ${note}, now())`
    }
  }
  expect(await startRunner('changed').round()).toMatchObject({ kind: 'signed', added: 1 })
})

test('who has the key and signs another tree is noticed by a process that knows the last one', async () => {
  await addEntries(1, 3)
  const one = startRunner('one')
  await one.round()
  await one.stop()
  await restart('Only in a test.')
  await database.sql`update signing_keys set ended_at = null, end_reason = null`
  await database.sql`truncate log_checkpoints`
  await addEntries(4, 4)
  await database.sql.unsafe(
    'alter table register_leaves disable trigger user; update register_leaves set id = -id where id = 4; alter table register_leaves enable trigger user',
  )
  const other = startRunner('two')
  expect(await other.round()).toMatchObject({ kind: 'signed', added: 4 })
  await other.stop()
  await addEntries(5, 5)
  expect(await startRunner('one').round()).toEqual({ kind: 'refused', why: 'forked' })
})

/** Puts the state of `before` in the place of the test's database, as a restore does, and hands back what that was. */
async function swapDatabases(before: string, aside: string): Promise<void> {
  const { url } = await startTestServer()
  const admin = openSql(url, { connections: 1 })
  const name = new URL(database.url).pathname.slice(1)
  const end = (of: string) => admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${of}`
  const rename = async (from: string, to: string) => {
    for (let tries = 0; ; tries++) {
      await end(from)
      try {
        await admin.unsafe(`alter database ${from} rename to ${to}`)
        return
      } catch (problem) {
        if (tries > 50) throw problem
      }
    }
  }
  await rename(name, aside)
  await rename(before, name)
  await admin.end()
  // The connections that were cut off are found out one by one: what the test itself asks has others.
  const sql = openSql(database.url, { connections: 5 })
  opened.unshift({ close: () => sql.end({ timeout: 1 }) })
  database = { ...database, sql }
}

async function dropDatabase(name: string): Promise<void> {
  const { url } = await startTestServer()
  const sql = openSql(url, { connections: 1 })
  await sql.unsafe(`drop database if exists ${name} with (force)`)
  await sql.end()
}

/** A copy of the test's database as it is now; nothing may be connected to it. */
async function backUp(name: string): Promise<void> {
  const { url } = await startTestServer()
  const admin = openSql(url, { connections: 1 })
  const source = new URL(database.url).pathname.slice(1)
  for (let tries = 0; ; tries++) {
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${source}`
    try {
      await admin.unsafe(`create database ${name} template ${source}`)
      break
    } catch (problem) {
      if (tries > 50) throw problem
    }
  }
  await admin.end()
  opened.push({ close: () => dropDatabase(name) })
}

const kept = (file: string) => Number(readFileSync(join(folder, file), 'utf8').split('\n')[1])

test('two workers with files of their own and a restore between: nobody signs a second history, until an operator says so', async () => {
  const name = `restored_${process.pid}`
  const around: LogRunner[] = []
  const worker = (file: string) => {
    const runner = startRunner(file)
    around.push(runner)
    return runner
  }
  const untilSigned = async (runner: LogRunner) => {
    while ((await runner.round()).kind !== 'nothing') await Bun.sleep(10)
  }
  await addEntries(1, 60)
  const a = worker('a')
  await untilSigned(a)
  const b = worker('b')
  // It has not signed, and nobody but the database has told it: it signs nothing, and is well while another one does.
  await addEntries(61, 61)
  await b.round()
  await untilSigned(a)
  await untilSigned(b)
  expect([kept('a'), kept('b')]).toEqual([61, 61])
  // What the other one signed is kept, also where nothing is new.
  await addEntries(62, 62)
  await untilSigned(a)
  await untilSigned(b)
  expect([kept('a'), kept('b')]).toEqual([62, 62])
  await Promise.all(around.map((runner) => runner.stop()))
  copyFileSync(join(folder, 'b'), join(folder, 'older'))
  await addEntries(63, 63)
  await untilSigned(worker('a'))
  await around.at(-1)!.stop()
  await backUp(name)
  // This one goes on running all the time.
  const running = worker('running')
  await running.round()
  await addEntries(64, 64)
  await untilSigned(worker('a'))
  await untilSigned(running)
  await Promise.all(around.map((runner) => runner === running || runner.stop()))
  await swapDatabases(name, `${name}_lost`)
  opened.push({ close: () => dropDatabase(`${name}_lost`) })
  expect(await size()).toBe(63)

  await addEntries(65, 65)
  const refused = { a: 'older', older: 'unconfirmed', none: 'unconfirmed' }
  for (const [file, why] of Object.entries(refused)) {
    const runner = worker(file)
    const { kind, ...rest } = await runner.round()
    expect([file, 'why' in rest ? rest.why : kind]).toEqual([file, why])
    const told = why === 'older' ? 'restart-log' : 'trust-log'
    for (const end = Date.now() + 5000; !runner.logged.join().includes(told) && Date.now() < end; ) await Bun.sleep(50)
    expect(runner.logged.join()).toContain(told)
    expect(runner.isSigned()).toBe(false)
    await runner.stop()
  }
  const goesOn = async () => {
    for (let tries = 0; ; tries++) {
      try {
        return await running.round()
      } catch (problem) {
        if (tries > 10) throw problem
      }
    }
  }
  expect(await goesOn()).toEqual({ kind: 'refused', why: 'older' })
  expect(await size()).toBe(63)
  expect(existsSync(join(folder, 'none'))).toBe(false)

  // By a command, of whoever knows how long the log was; never against what this machine knows.
  const trust = (file: string, said: number) =>
    database.sql.begin((transaction) => trustLog(transaction, { size: said, file: join(folder, file), store: null }))
  expect(await trust('none', 64)).toMatchObject({ kind: 'other-size', size: 63 })
  expect(await trust('a', 63)).toEqual({ kind: 'refused', why: 'older' })
  expect(await worker('none').round()).toMatchObject({ kind: 'unconfirmed' })
  expect(await trust('none', 63)).toMatchObject({ kind: 'trusted', size: 63 })
  while ((await size()) !== 64) {
    const { kind } = await around.at(-1)!.round()
    expect(['signed', 'nothing', 'busy']).toContain(kind)
  }
  const [audited] = await database.sql`select after from audit_log where action = 'log.trusted'`
  expect(audited!.after).toEqual({ size: 63 })
}, 30_000)

test('a process that ended between the commit and its file knows its own checkpoint again', async () => {
  await addEntries(1, 3)
  const runner = startRunner('cut-off')
  await runner.round()
  await runner.stop()
  rmSync(join(folder, 'cut-off'))
  await addEntries(4, 4)
  expect(await startRunner('cut-off').round()).toMatchObject({ kind: 'signed', added: 1 })
})

test('fifty writers at once, two processes that sign: each change is there once, in the order of its entry', async () => {
  await addEntries(1, 20)
  const runners = [startRunner('first'), startRunner('second')]
  const ids = (await database.sql<{ id: string }[]>`select id from register_entries order by number`).map(
    ({ id }) => id,
  )
  const pool = openSql(database.url, { connections: 50 })
  opened.unshift({ close: () => pool.end({ timeout: 1 }) })
  await Promise.all(
    Array.from({ length: 50 }, async (_, writer) => {
      for (let turn = 0; turn < 8; turn++) {
        await pool
          .begin(async (tx) => {
            const [entry] = await lockEntry(tx, { id: ids[(writer * 7 + turn * 3) % ids.length]! })
            const event = entry!.status === 'suspended' ? 'reinstate' : turn % 3 === 0 ? 'suspend' : 'pay'
            await setRegisterStatus(tx, entry!, afterEvent(event, entry!.status, 'active')!, {
              reason: event === 'suspend' ? 'By a test.' : null,
              validUntil: new Date(Date.parse(entry!.validUntil!) + (event === 'pay' ? 1000 : 0)).toISOString(),
              at: new Date().toISOString(),
              cause: 'test',
            })
            // Some take their time, and some come to nothing.
            if (writer % 10 === 0) await Bun.sleep(20)
            if (writer % 17 === 3) await tx`select 1 / 0`
          })
          .catch((problem: { code?: string }) => {
            if (problem.code !== '22012') throw problem
          })
        if (writer < 2) await runners[writer]!.round()
      }
    }),
  )
  for (let signed = await runners[0]!.round(); signed.kind !== 'nothing'; signed = await runners[0]!.round())
    await Bun.sleep(20)
  const history = await database.sql`
    select entry_id, array_agg(change order by id) as changes from register_history group by entry_id order by entry_id`
  const logged = await database.sql`
    select entry_id, array_agg(convert_from(leaf, 'UTF8')::jsonb ->> 'change' order by position) as changes,
      array_agg((convert_from(leaf, 'UTF8')::jsonb ->> 'n')::int order by position) as numbers
    from register_leaves group by entry_id order by entry_id`
  const total = history.reduce((sum, { changes }) => sum + changes.length, 0)
  expect(total).toBe(47 * 8)
  expect(logged.map(({ entry_id, changes }) => [entry_id, changes.slice(1)])).toEqual(
    history.map(({ entry_id, changes }) => [entry_id, changes]),
  )
  for (const { numbers } of logged) expect(numbers).toEqual(numbers.map((_: number, at: number) => at + 1))
  const [places] = await database.sql`
    select count(distinct position)::int as count, max(position)::int as last from register_leaves`
  expect(places).toEqual({ count: total + 20, last: total + 19 })
  expect(await size()).toBe(total + 20)
})
