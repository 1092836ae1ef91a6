import { afterAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judgeCheckpoint, type Policy, readPolicy } from '#features/proof/policy.ts'
import { sha256, verifyEd25519 } from '#features/proof/server/node-crypto.ts'
import { findPublished, findWitnessed, listWitnesses } from '#features/proof/server/queries.ts'
import { openRunner } from '#features/proof/server/runner.fixture.ts'
import { openTestDatabase, startTestServer, type TestDatabase } from '#test/database.ts'
import { createWitness } from './witness.ts'
import { openWitnessFile } from './witness-file.ts'

await startTestServer()
const folder = mkdtempSync(join(tmpdir(), 'asking-'))
const origin = 'test.example/log'
const closing: (() => Promise<unknown>)[] = []
let database: TestDatabase
let added = 0
beforeEach(async () => {
  added = 0
  database = await openTestDatabase()
  const { close } = database
  closing.push(close)
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true })
})

/** A witness that answers as its test wants: late, not at all, or as `says`. */
async function startWitness(name: string, key: Policy['logs'][number]['key'] | null = null) {
  const fault = { delayMs: 0, isDown: false, says: null as Response | null, asked: 0 }
  const file = openWitnessFile(join(folder, `${name}-${Math.random()}.db`))
  const logs = key ? [{ key, url: null }] : []
  const witness = await createWitness({ name: `${name}.example`, logs, file, now: () => new Date() })
  const server = Bun.serve({
    port: 0,
    fetch: async (request) => {
      if (request.method === 'POST') fault.asked++
      if (fault.isDown) return new Response('', { status: 503 })
      if (fault.says && request.method === 'POST') return fault.says.clone()
      const answer = await witness.answer(request)
      await Bun.sleep(fault.delayMs)
      return answer
    },
  })
  closing.push(async () => {
    await server.stop(true)
    file.close()
  })
  const follow = (given: Policy['logs'][number]['key']) => void logs.push({ key: given, url: null })
  return { name, line: `witness ${name} ${witness.key} http://localhost:${server.port}`, fault, follow }
}

async function policyOf(lines: string[], names: string[]): Promise<Policy> {
  return (await readPolicy(sha256, `${lines.join('\n')}\ngroup us 2 ${names.join(' ')}\nquorum us`)) as Policy
}

/** The log with its witnesses, run when it is told to. */
async function openLog(count = 3, file = `file-${Math.random()}`) {
  const witnesses = await Promise.all(
    ['council', 'paper', 'university'].slice(0, count).map((name) => startWitness(name)),
  )
  const policy = await policyOf(
    witnesses.map(({ line }) => line),
    witnesses.map(({ name }) => name),
  )
  const runner = startRunner(policy, file)
  const { round } = runner
  // The key of the log is made with its first round.
  await round()
  const [key] = await database.sql<{ name: string; publicKey: Uint8Array }[]>`
    select name, public_key as "publicKey" from signing_keys where purpose = 'log'`
  for (const { follow } of witnesses) follow({ name: key!.name, publicKey: new Uint8Array(key!.publicKey) })
  const judge = async (note: string) =>
    await judgeCheckpoint(
      note,
      { ...policy, logs: [{ key: key!, url: null }] },
      { hash: sha256, verify: verifyEd25519 },
    )
  return { witnesses, policy, round, runner, judge }
}

function startRunner(witnesses: Policy, file: string) {
  const runner = openRunner({ sql: database.sql, file: join(folder, file), witnesses })
  // The clock's own rounds would ask in between.
  closing.push(runner.stop)
  return runner
}

const addEntries = async (count: number) => {
  added += count
  await database.sql`
    insert into register_entries (number, slug, status, valid_from, valid_until, title, organiser, category, sector)
    select 'W-' || n, 'w-' || n, 'active', now(), now() + interval '1 year', 'Title', 'Organiser', 'Other', 'culture'
    from generate_series(${added - count + 1}::int, ${added}::int) as n`
}
const published = async () => (await findPublished(database.sql, { origin }))[0]!
const untilTrue = async (isTrue: () => Promise<boolean>, ms = 6000) => {
  for (const end = Date.now() + ms; !(await isTrue()); ) {
    if (Date.now() > end) throw new Error('It did not come true.')
    await Bun.sleep(50)
  }
}
const statusOf = async () => await listWitnesses(database.sql, { origin })

test('each checkpoint is published with the cosignatures of all who answer, and counts for the policy', async () => {
  const { round, judge } = await openLog()
  // Witnesses that did not know the log yet are asked again.
  await untilTrue(async () => (await round()) && (await statusOf()).every(({ size }) => size !== null))
  for (const count of [3, 300, 1]) {
    await addEntries(count)
    await round()
    const { note, size } = await published()
    expect(await judge(note)).toMatchObject({ checkpoint: { size }, isWitnessed: true, seenBy: [{}, {}, {}] })
  }
  const [witnessed] = await findWitnessed(database.sql, { origin })
  expect(witnessed).toEqual({ ...(await published()), witnessedAt: expect.any(String) })
  expect(await statusOf()).toMatchObject([1, 2, 3].map(() => ({ size: added, problem: null, silentSince: null })))
}, 30_000)

test('with k-1 of n nothing waits, and the log says who is silent and since when', async () => {
  const { witnesses, round, judge } = await openLog()
  await untilTrue(async () => (await round()) && (await statusOf()).every(({ size }) => size !== null))
  await addEntries(1)
  await round()
  const full = await published()
  for (const { fault } of witnesses.slice(0, 2)) fault.isDown = true
  await addEntries(1)
  const begun = performance.now()
  await round()
  expect(performance.now() - begun).toBeLessThan(1000)
  const partly = await published()
  expect(partly.size).toBe(full.size + 1)
  expect(await judge(partly.note)).toMatchObject({ isWitnessed: false, seenBy: [{ name: 'university' }] })
  expect((await findWitnessed(database.sql, { origin }))[0]!.size).toBe(full.size)
  const silent = (await statusOf()).filter(({ silentSince }) => silentSince !== null)
  expect(silent).toHaveLength(2)
  for (const each of silent)
    expect(each).toMatchObject({ size: full.size, problem: 'it answered 503', silentSince: partly.signedAt })
  // Back again they are asked about what they missed, and the same checkpoint counts after all.
  for (const { fault } of witnesses) fault.isDown = false
  await untilTrue(
    async () =>
      (await round()) &&
      (await findWitnessed(database.sql, { origin }))[0]!.size === partly.size &&
      (await statusOf()).every(({ problem, silentSince }) => problem === null && silentSince === null),
  )
}, 30_000)

test('a slow witness holds up no checkpoint for more than half a second, and joins the next round', async () => {
  const { witnesses, round, judge } = await openLog()
  await untilTrue(async () => (await round()) && (await statusOf()).every(({ size }) => size !== null))
  witnesses[0]!.fault.delayMs = 1500
  await addEntries(1)
  const begun = performance.now()
  await round()
  expect(performance.now() - begun).toBeLessThan(1200)
  const early = await published()
  expect(await judge(early.note)).toMatchObject({
    isWitnessed: true,
    seenBy: [{ name: 'paper' }, { name: 'university' }],
  })
  await untilTrue(async () => {
    await round()
    const judged = await judge((await published()).note)
    return 'seenBy' in judged && judged.seenBy.length === 3
  })
}, 30_000)

test('what is no cosignature of the witness is not published', async () => {
  const { witnesses, round } = await openLog()
  await untilTrue(async () => (await round()) && (await statusOf()).every(({ size }) => size !== null))
  const [council, paper, university] = witnesses
  council!.fault.says = new Response('— council.example AAAAAAAAAAAAAAAA\n')
  paper!.fault.says = new Response(`— paper.example ${Buffer.alloc(76, 7).toString('base64')}\n`)
  university!.fault.says = new Response('x'.repeat(1_000_000))
  await addEntries(1)
  await round()
  expect((await published()).note.split('\n\n')[1]!.trim().split('\n')).toHaveLength(1)
  expect((await statusOf()).map(({ problem }) => problem).sort()).toEqual([
    'it did not answer',
    'it did not sign with its key',
    'it did not sign with its key',
  ])
  council!.fault.says = new Response(null, { status: 302, headers: { location: 'http://localhost:1/' } })
  await untilTrue(
    async () => (await round()) && (await statusOf()).some(({ problem }) => problem === 'it answered 302'),
  )
}, 30_000)

test('a witness that has seen another size is asked again with a proof from there', async () => {
  const { policy, witnesses, runner, round } = await openLog()
  await untilTrue(async () => (await round()) && (await statusOf()).every(({ size }) => size !== null))
  await addEntries(2)
  await round()
  // The database forgets how far witnesses are.
  await database.sql`update log_witnesses set size = null`
  await runner.stop()
  const asked = witnesses.map(({ fault }) => fault.asked)
  const again = startRunner(policy, `file-${Math.random()}`)
  await again.round()
  await addEntries(1)
  await untilTrue(async () => (await again.round()) && (await statusOf()).every(({ size }) => size === added))
  expect(witnesses.map(({ fault }, at) => fault.asked - asked[at]! >= 2)).toEqual([true, true, true])
}, 30_000)

test('a witness that refuses is asked again ever more seldom', async () => {
  const { witnesses, round } = await openLog()
  await untilTrue(async () => (await round()) && (await statusOf()).every(({ size }) => size !== null))
  const { fault } = witnesses[0]!
  fault.says = new Response('It has seen another history.\n', { status: 422 })
  await addEntries(1)
  const before = fault.asked
  const end = Date.now() + 5000
  await untilTrue(async () => (await round()) && Date.now() > end)
  // At once, after one second, and after two more, where the machine is not too busy.
  expect([2, 3]).toContain(fault.asked - before)
}, 30_000)

test('of a witness that is away when a process starts, the log says so too', async () => {
  const { policy, witnesses, round, runner } = await openLog(3, 'kept-here')
  await untilTrue(async () => (await round()) && (await statusOf()).every(({ size }) => size !== null))
  await runner.stop()
  witnesses[0]!.fault.isDown = true
  const again = startRunner(policy, 'kept-here')
  await again.round()
  expect((await statusOf()).map(({ problem }) => problem)).toEqual([null, null, null])
  await addEntries(1)
  const problems = async () => (await statusOf()).flatMap(({ problem }) => problem ?? [])
  await untilTrue(async () => (await again.round()) && (await problems()).join() === 'it answered 503')
  witnesses[0]!.fault.isDown = false
  await untilTrue(async () => (await again.round()) && (await problems()).length === 0, 10_000)
}, 30_000)

test('a restored database is noticed by what witnesses have seen, on a machine that has kept nothing', async () => {
  const { policy, runner, round } = await openLog()
  await untilTrue(async () => (await round()) && (await statusOf()).every(({ size }) => size !== null))
  await addEntries(3)
  await round()
  const before = added
  await addEntries(2)
  await round()
  await runner.stop()
  const restore = async (statement: string) =>
    await database.sql.begin((tx) => tx.unsafe(`set local session_replication_role = replica; ${statement}`))
  await restore(`delete from log_checkpoints where size > ${before}; delete from register_leaves where position >= ${before};
    delete from log_witnesses; update log_tiles set hashes = substr(hashes, 1, ${before} * 32) where level = 0`)
  await addEntries(1)
  const restored = startRunner(policy, 'lost')
  expect(await restored.round()).toEqual({ kind: 'refused', why: 'older' })
  expect(restored.logged.join('')).toContain('restored from a backup')
}, 30_000)

test('enough witnesses confirm the newest checkpoint to a machine that has lost its file', async () => {
  const { policy, witnesses, runner, round } = await openLog()
  await untilTrue(async () => (await round()) && (await statusOf()).every(({ size }) => size !== null))
  await addEntries(1)
  await round()
  await runner.stop()
  await addEntries(1)
  witnesses[0]!.fault.isDown = true
  witnesses[1]!.fault.isDown = true
  // One of three is not enough.
  expect((await startRunner(policy, 'lost-1').round()).kind).toBe('unconfirmed')
  witnesses[1]!.fault.isDown = false
  expect((await startRunner(policy, 'lost-2').round()).kind).toBe('signed')
}, 30_000)
