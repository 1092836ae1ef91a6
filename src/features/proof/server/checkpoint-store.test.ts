import { afterAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSql } from '#database/sql.ts'
import { createLog } from '#process/log.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { type Leaf, readLeaf } from '#wire/leaf.ts'
import { openCheckpointStore, type StoredCheckpoint } from './checkpoint-store.ts'
import { bringBackLog } from './repair-log.ts'
import { type LogRunner, runLog } from './run-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'store-'))
/** A bucket whose keys may list, read and add. (The S3 server of other tests takes no signature of a list that ends in a slash.) */
const objects = new Map<string, string>()
const bucket = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answerAsBucket })
const origin = 'test.example/log'
let database: TestDatabase
let running: LogRunner[] = []
const ends: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  await Promise.all(running.map((runner) => runner.stop()))
  running = []
  database = await openTestDatabase()
  ends.push(database.close)
})
afterAll(async () => {
  await Promise.all(running.map((runner) => runner.stop()))
  for (const end of ends) await end()
  await bucket.stop()
  rmSync(folder, { recursive: true })
})

const newFolder = () => mkdtempSync(join(folder, 'folder-'))
const addressOf = (path: string) => `file://${path}`

/** A machine of its own: it knows what its own disk holds, which is new, and the store. */
function newMachine(path: string, secret = 'a-secret-of-thirty-two-characters'): LogRunner & { logged: string[] } {
  const logged: string[] = []
  const log = createLog((line) => logged.push(line))
  const store = openCheckpointStore(addressOf(path))
  const file = join(newFolder(), 'log-checkpoint')
  const runner = runLog({
    sql: database.sql,
    log,
    now: () => new Date(),
    origin,
    secret,
    file,
    store,
    isDemonstration: false,
  })
  running.push(runner)
  const round = async () => {
    for (;;) {
      const done = await runner.round()
      if (done.kind !== 'busy') return done
      await Bun.sleep(10)
    }
  }
  return { ...runner, round, logged }
}

const addEntries = async (from: number, to: number) =>
  void (await database.sql`
    insert into register_entries (number, slug, status, valid_from, valid_until, title, organiser, category, sector)
    select 'N-' || n, 'n-' || n, 'active', now(), now() + interval '1 year', 'Title ' || n, 'Organiser', 'Other', 'culture'
    from generate_series(${from}::int, ${to}::int) as n`)
const lastNote = async () =>
  (await database.sql<{ note: string }[]>`select note from log_checkpoints order by size desc limit 1`)[0]!.note
const untilSigned = async (runner: LogRunner) => {
  while ((await runner.round()).kind !== 'nothing') await Bun.sleep(10)
}

const tables =
  'register_entries,register_history,register_leaves,register_leaf_heads,log_tiles,log_checkpoints,log_changes,log_totals'
async function backUp(): Promise<void> {
  for (const table of tables.split(','))
    await database.sql.unsafe(`create table kept_${table} as select * from ${table}`)
}

/** As `pg_restore` does: triggers run for nothing of it, and numbers go on where they were. */
async function restore(): Promise<void> {
  await database.sql.begin(async (sql) => {
    await sql.unsafe(`set local session_replication_role = replica; truncate ${tables} cascade`)
    for (const table of tables.split(',')) {
      const [columns] = await sql`
        select string_agg(quote_ident(attname), ', ') as names from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and attgenerated = '' and not attisdropped`
      await sql.unsafe(
        `insert into ${table} (${columns!.names}) overriding system value select ${columns!.names} from kept_${table}`,
      )
    }
    await sql`select setval('register_leaves_id_seq', (select max(id) from register_leaves))`
  })
}

/** As the account that the site signs in with. */
async function bringBack(path: string) {
  const sql = openSql(database.roles.siteUrl, { connections: 1 })
  const store = openCheckpointStore(addressOf(path))
  try {
    return await sql.begin((transaction) => bringBackLog(transaction, { store, now: new Date() }))
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function answerAsBucket(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const key = decodeURIComponent(pathname).replace('/checkpoints/', '')
  if (!request.headers.get('authorization')?.includes('Credential=key/')) return new Response('', { status: 403 })
  if (request.method === 'PUT') {
    objects.set(key, await request.text())
    return new Response('')
  }
  if (key) return objects.has(key) ? new Response(objects.get(key)!) : new Response('', { status: 404 })
  const [prefix, from, most] = ['prefix', 'start-after', 'max-keys'].map((name) => searchParams.get(name) ?? '')
  const keys = [...objects.keys()].sort().filter((each) => each.startsWith(prefix!) && each > from!)
  const shown = keys.slice(0, Math.min(Number(most), 2))
  const contents = shown.map((each) => `<Contents><Key>${each}</Key></Contents>`).join('')
  const isTruncated = shown.length < keys.length
  return new Response(
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated><MaxKeys>2</MaxKeys>${contents}</ListBucketResult>`,
  )
}

test.each(['a folder', 'a bucket'])(
  '%s keeps each checkpoint, and gives the newest and those that came later',
  async (kind) => {
    const address =
      kind === 'a folder'
        ? addressOf(newFolder())
        : `http://key:secret@127.0.0.1:${bucket.port}/checkpoints/of%20a%20site?region=eu-west-2`
    const store = openCheckpointStore(address)
    expect(await store.newest(origin)).toBeNull()
    const stored = (first: number): StoredCheckpoint => ({ note: `note ${first}`, first, leaves: [] })
    for (const size of [0, 9, 10, 2000, 12_345]) await store.add(origin, size, stored(size))
    await store.add('other.example/log', 99_999, stored(1))
    expect(await store.newest(origin)).toEqual(stored(12_345))
    expect(await store.after(origin, 10)).toEqual([stored(2000), stored(12_345)])
    expect(await store.after(origin, 12_345)).toEqual([])
  },
)

test('a write that was interrupted is no checkpoint', async () => {
  const path = newFolder()
  const store = openCheckpointStore(addressOf(path))
  const stored = { note: 'one', first: 0, leaves: [] }
  await store.add(origin, 1, stored)
  writeFileSync(join(path, 'test.example_log', '999999999990.json.17'), '{"note": "hal')
  expect(await store.newest(origin)).toEqual(stored)
  expect(readdirSync(join(path, 'test.example_log'))).toHaveLength(2)
})

test('what was kept is never written over, and a disk that is not there is not taken for an empty one', async () => {
  const path = newFolder()
  const store = openCheckpointStore(addressOf(path))
  await store.add(origin, 1, { note: 'one', first: 0, leaves: [] })
  expect(async () => await store.add(origin, 1, { note: 'another', first: 0, leaves: [] })).toThrow('EEXIST')
  const gone = openCheckpointStore(addressOf(join(path, 'gone/deeper')))
  expect(async () => await gone.add(origin, 1, { note: 'one', first: 0, leaves: [] })).toThrow('ENOENT')
})

test('each checkpoint is in the store before it is published; while the store does not answer, nothing is signed', async () => {
  const path = newFolder()
  const runner = newMachine(path)
  await addEntries(1, 3)
  await untilSigned(runner)
  const store = openCheckpointStore(addressOf(path))
  expect(await store.newest(origin)).toMatchObject({ note: await lastNote(), first: 0, leaves: { length: 3 } })
  renameSync(path, `${path}-away`)
  await addEntries(4, 4)
  expect(await runner.round()).toEqual({ kind: 'refused', why: 'store-silent' })
  expect(runner.logged.join()).toContain('CHECKPOINT_STORE does not answer')
  expect((await lastNote()).split('\n')[1]).toBe('3')
  renameSync(`${path}-away`, path)
  await untilSigned(runner)
  expect(await store.newest(origin)).toMatchObject({ note: await lastNote(), first: 3, leaves: { length: 1 } })
})

test('a process that ends between store and commit: the next one publishes what is kept, and nothing else', async () => {
  const path = newFolder()
  const first = newMachine(path)
  await addEntries(1, 3)
  await untilSigned(first)
  await database.sql.unsafe(`
    create function no_commit() returns trigger language plpgsql as $$ begin raise 'no commit'; end $$;
    create trigger no_commit before insert on log_checkpoints for each row execute function no_commit()`)
  await addEntries(4, 5)
  await first.round().catch(() => {})
  await first.stop()
  const { note } = (await openCheckpointStore(addressOf(path)).newest(origin))!
  expect([note.split('\n')[1], (await lastNote()).split('\n')[1]]).toEqual(['5', '3'])
  await database.sql.unsafe('drop trigger no_commit on log_checkpoints')
  await addEntries(6, 6)
  const second = newMachine(path)
  await untilSigned(second)
  const notes = await database.sql<{ note: string }[]>`select note from log_checkpoints order by size`
  expect(notes.map((row) => row.note.split('\n')[1])).toEqual(['3', '5', '6'])
  expect(notes[1]!.note).toBe(note)
})

test('a backup of an hour ago on a new machine: nothing is signed until what came after is back, and the log is the same one', async () => {
  const path = newFolder()
  const lost = newMachine(path)
  await addEntries(1, 5)
  await untilSigned(lost)
  await backUp()
  await addEntries(6, 7)
  await database.sql`update register_entries set status = 'revoked', status_reason = 'Unsafe.' where number = 'N-1'`
  await database.sql`update register_entries set title = 'Another title' where number = 'N-2'`
  await untilSigned(lost)
  const published = await lastNote()
  await lost.stop()
  await restore()

  const machine = newMachine(path)
  expect(await machine.round()).toEqual({ kind: 'refused', why: 'older' })
  expect(machine.logged.join()).toContain('bring-back-log')
  await machine.stop()
  const done = await bringBack(path)
  if (done.kind !== 'brought-back') throw new Error(done.kind)
  expect(done.entries.map(({ number, change, outcome }) => [number, change, outcome])).toEqual([
    ['N-6', 'published', 'missing'],
    ['N-7', 'published', 'missing'],
    ['N-1', 'revoked', 'withheld'],
    ['N-2', 'corrected', 'told'],
  ])
  const again = newMachine(path)
  await untilSigned(again)
  const sizes = await database.sql<
    { size: number; note: string }[]
  >`select size, note from log_checkpoints order by size`
  expect(sizes[0]!.size).toBe(5)
  expect(sizes.slice(-2)).toMatchObject([{ size: 9, note: published }, { size: 13 }])
  const [entry] = await database.sql`select status, status_reason from register_entries where number = 'N-1'`
  expect(entry).toMatchObject({ status: 'revoked', status_reason: expect.stringContaining('backup') })
  const leaves = await database.sql<{ leaf: Uint8Array }[]>`select leaf from register_leaves order by position`
  const told = leaves.map(({ leaf }) => JSON.parse(Buffer.from(leaf).toString()) as Leaf)
  const ofEntry = (of: string) => told.filter(({ number }) => number === of).map(({ n, change }) => `${n} ${change}`)
  expect(ofEntry('N-1')).toEqual(['1 published', '2 revoked', '3 revoked'])
  expect(ofEntry('N-6')).toEqual(['1 published', '2 lost'])
  for (const { leaf } of leaves) expect(readLeaf(leaf)).not.toBeNull()
  expect(await bringBack(path)).toEqual({ kind: 'nothing-missing' })
})

test('what the site wrote after a restore is not mixed with what it lacks, and a store that began later is said', async () => {
  const path = newFolder()
  const lost = newMachine(path)
  await addEntries(1, 2)
  await untilSigned(lost)
  await backUp()
  await addEntries(3, 3)
  await untilSigned(lost)
  await lost.stop()
  await restore()
  await addEntries(8, 8)
  expect(await bringBack(path)).toEqual({ kind: 'written-since' })
  await restore()
  const [begins] = readdirSync(join(path, 'test.example_log'))
  const kept = join(path, 'test.example_log')
  for (const name of readdirSync(kept)) if (name !== begins) rmSync(join(kept, name))
  const later = openCheckpointStore(addressOf(path))
  await database.sql`truncate log_checkpoints`
  const { first } = (await later.newest(origin))!
  expect(await bringBack(path)).toEqual({ kind: 'gap', size: 0, first })
})

test('an empty database with a fresh key signs nothing where the store knows the log', async () => {
  const path = newFolder()
  const first = newMachine(path)
  await addEntries(1, 2)
  await untilSigned(first)
  await first.stop()
  database = await openTestDatabase()
  ends.push(database.close)
  const fresh = newMachine(path)
  await addEntries(1, 1)
  expect(await fresh.round()).toEqual({ kind: 'refused', why: 'other-key' })
  expect((await database.sql`select from log_checkpoints`).length).toBe(0)
})
