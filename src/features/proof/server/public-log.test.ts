import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDataFiles } from '#features/proof/open-data/files/server/make-data-files.ts'
import { lapseExpired } from '#features/register/server/end-entry.ts'
import { projectRoot } from '#process/project-root.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { type Policy, readPolicy } from '../policy.ts'
import { cosignatureLine, keyKinds, splitNote, verifierKey } from '../signed-note.ts'
import { makeSigner } from '../witnesses/server/log.fixture.ts'
import { auditLog } from './audit-log.ts'
import { sha256 } from './node-crypto.ts'
import { restartLog } from './repair-log.ts'
import { type LogRunner, runLog } from './run-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'public-log-'))
let site: TestSite
let runner: LogRunner
beforeAll(async () => {
  site = await openTestSite({ env: { trustProxy: 1 } })
  const secret = 'a-secret-of-thirty-two-characters'
  const place = { origin: 'test.example/log', file: join(folder, 'kept'), isDemonstration: false }
  runner = runLog({ sql: site.sql, log: site.services.log, now: () => new Date(), secret, ...place })
  await sign()
})
afterAll(async () => {
  await runner.stop()
  await site.close()
  rmSync(folder, { recursive: true })
})

const get = (path: string) => fetch(`${site.origin}/log/${path}`)
const bytesOf = async (path: string) => {
  const response = await get(path)
  expect({ path, status: response.status }).toEqual({ path, status: 200 })
  return Buffer.from(await response.arrayBuffer())
}

/** Until nothing is left to sign. */
async function sign(): Promise<void> {
  while ((await runner.round()).kind !== 'nothing') await Bun.sleep(10)
}

const addEntries = async (prefix: string, count: number) => {
  await site.sql`
    insert into register_entries (number, slug, status, valid_from, valid_until, title, organiser, category, sector)
    select ${prefix}::text || n, lower(${prefix}::text) || n, 'active', now(), now() + interval '1 year', 'Title ' || n, 'Organiser', 'Other', 'culture'
    from generate_series(1, ${count}::int) as n`
  await sign()
}

// A reader that was written from the specifications of C2SP and RFC 6962 alone: it shares no code with the product.
const sha = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const mth = (leaves: Buffer[]): Buffer => {
  if (leaves.length === 1) return leaves[0]!
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return sha(Buffer.of(1), mth(leaves.slice(0, k)), mth(leaves.slice(k)))
}

/** Reads checkpoint, tiles and entries; throws at whatever is not as it is specified. */
async function readAsSpecified(): Promise<{ size: number; root: string; entries: string[] }> {
  const vkey = (await bytesOf('key')).toString().trim()
  const [name, id, ...rest] = vkey.split('+')
  const keyBytes = Buffer.from(rest.join('+'), 'base64')
  expect(keyBytes[0]).toBe(1)
  expect(
    sha(Buffer.from(`${name}\n`), keyBytes)
      .subarray(0, 4)
      .toString('hex'),
  ).toBe(id!)
  const note = (await bytesOf('checkpoint')).toString()
  const split = note.lastIndexOf('\n\n') + 1
  const text = note.slice(0, split)
  const line = note
    .slice(split + 1)
    .split('\n')
    .find((each) => each.startsWith(`— ${name} `))!
  const signature = Buffer.from(line.split(' ')[2]!, 'base64')
  expect(signature.subarray(0, 4).toString('hex')).toBe(id!)
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: keyBytes.subarray(1).toString('base64url') }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  expect(verify(null, Buffer.from(text), key, signature.subarray(4))).toBe(true)
  const [origin, sizeText, root] = text.split('\n')
  expect(origin).toBe(name!)
  const size = Number(sizeText)
  const pathOf = (n: number) => {
    const parts = [String(n % 1000).padStart(3, '0')]
    for (let left = Math.floor(n / 1000); left > 0; left = Math.floor(left / 1000))
      parts.unshift(`x${String(left % 1000).padStart(3, '0')}`)
    return parts.join('/')
  }
  const partial = (width: number) => (width === 256 ? '' : `.p/${width}`)
  const entries: string[] = []
  let below: Buffer[] = []
  for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / 256)) {
    const hashes: Buffer[] = []
    for (let tile = 0; tile * 256 < count; tile++) {
      const width = Math.min(256, count - tile * 256)
      const bytes = await bytesOf(`tile/${level}/${pathOf(tile)}${partial(width)}`)
      expect(bytes.length).toBe(width * 32)
      for (let at = 0; at < width; at++) hashes.push(bytes.subarray(at * 32, at * 32 + 32))
      if (level > 0) continue
      const bundle = await bytesOf(`tile/entries/${pathOf(tile)}${partial(width)}`)
      let read = 0
      for (let at = 0; at < width; at++) {
        const length = bundle.readUInt16BE(read)
        const entry = bundle.subarray(read + 2, read + 2 + length)
        expect(sha(Buffer.of(0), entry).equals(hashes[tile * 256 + at]!)).toBe(true)
        entries.push(entry.toString())
        read += 2 + length
      }
      expect(read).toBe(bundle.length)
    }
    if (level > 0)
      for (const [n, hash] of hashes.entries()) expect(hash.equals(mth(below.slice(n * 256, n * 256 + 256)))).toBe(true)
    else expect(mth(hashes).toString('base64')).toBe(root!)
    below = hashes
  }
  expect(entries.length).toBe(size)
  return { size, root: root!, entries }
}

test('a client that knows the specification alone reads the log, whole and after it has grown', async () => {
  const first = await readAsSpecified()
  expect(first.size).toBe(107)
  await addEntries('GROWN-', 520)
  const grown = await readAsSpecified()
  expect(grown.size).toBe(627)
  expect(grown.entries.slice(0, 107)).toEqual(first.entries)
  expect(grown.entries.map((entry) => JSON.parse(entry).number)).toContain('GROWN-520')
  // What was signed before can still be read as it was.
  expect((await bytesOf('tile/0/000.p/107')).equals((await bytesOf('tile/0/000')).subarray(0, 107 * 32))).toBe(true)
})

test('files are cached as long as they stay the same, can be read by any site, and exist once', async () => {
  const headersOf = async (path: string) => Object.fromEntries((await get(path)).headers)
  expect(await headersOf('checkpoint')).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=2',
    'access-control-allow-origin': '*',
  })
  for (const path of ['tile/0/000', 'tile/0/000.p/7', 'tile/entries/000', 'tile/1/000.p/2'])
    expect(await headersOf(path)).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  for (const path of [
    'tile/0/0',
    'tile/0/009',
    'tile/1/000',
    'tile/0/000.p/0',
    'tile/2/000.p/1',
    'tile/entries/002.p/255',
  ])
    expect({ path, status: (await get(path)).status }).toEqual({ path, status: 404 })
  expect((await get('proof/UNKNOWN.json')).status).toBe(404)
  expect((await fetch(`${site.origin}/log/checkpoint`, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`${site.origin}/log/checkpoint`, { method: 'HEAD' })).status).toBe(200)
})

test('what lapses by time is in the log by the job, and says until when it was valid', async () => {
  await addEntries('LAPSING-', 1)
  await site.sql`update register_entries set valid_until = now() - interval '1 minute' where number = 'LAPSING-1'`
  expect(await lapseExpired(site.services)).toBe(1)
  await sign()
  const [last] = (await readAsSpecified()).entries.slice(-1).map((entry) => JSON.parse(entry))
  expect(last).toMatchObject({ number: 'LAPSING-1', change: 'lapsed', status: 'lapsed', n: 3 })
  expect(Date.parse(last.validUntil)).toBeLessThan(Date.parse(last.recorded))
})

test('a value that is erased leaves the tree whole, and nothing that its hash could be guessed by', async () => {
  await addEntries('ERASED-', 1)
  const proof = async () => (await (await get('proof/ERASED-1.json')).json()) as { leaf: string; salt: string }
  const before = await proof()
  const hashOf = (salt: string, value: string) => sha(Buffer.from(salt, 'base64'), Buffer.from(value)).toString('hex')
  const leaf = JSON.parse(Buffer.from(before.leaf, 'base64').toString())
  expect(leaf.hashes.title).toBe(hashOf(before.salt, 'title:Title 1'))
  await site.sql`update register_entries set title = 'Erased', organiser = 'Erased' where number = 'ERASED-1'`
  await sign()
  const after = await proof()
  expect(JSON.parse(Buffer.from(after.leaf, 'base64').toString())).toMatchObject({ n: 2, change: 'corrected' })
  expect(after.salt).not.toBe(before.salt)
  const [held] =
    await site.sql`select count(*)::int as count from register_leaf_heads where salt = ${Buffer.from(before.salt, 'base64')}`
  expect(held!.count).toBe(0)
  await readAsSpecified()
})

/** The daily files as the database is now, in the place of those that are there. */
async function makeDailyFiles(): Promise<void> {
  await site.sql`delete from data_files`
  await makeDataFiles({}, site.services)
}

/** Each run of the command is another client: one may ask for 120 proofs and 60 files of the day in a minute. */
let runs = 0
const outside = Bun.serve({
  port: 0,
  fetch: (request) => {
    const { pathname, search } = new URL(request.url)
    const headers = { 'x-forwarded-for': `198.51.100.${runs % 250}` }
    return fetch(site.origin + pathname + search, { headers, redirect: 'manual', decompress: false })
  },
})
afterAll(() => outside.stop(true))

/** The command, as it is run from outside; its file is kept by the name. */
async function verifyLog(name: string, ...more: string[]): Promise<{ code: number; said: string }> {
  runs++
  const command = [
    'bun',
    join(projectRoot, 'src/commands/verify-log.ts'),
    outside.url.origin,
    '--file',
    join(folder, name),
    '--entries',
    '10',
    ...more,
  ]
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' })
  const said = (await new Response(child.stdout).text()) + (await new Response(child.stderr).text())
  return { code: await child.exited, said }
}

test('the command finds nothing to say against a log that is whole, and says which of seven ways of tampering it was', async () => {
  await sign()
  const unmade = await verifyLog('unmade')
  expect(unmade).toMatchObject({ code: 1, said: expect.stringContaining('There is no daily file of the register') })
  await makeDailyFiles()
  const whole = await verifyLog('tampered')
  expect(whole.code).toBe(0)
  expect(whole.said).toMatch(/The daily file of [\d-]+ says the same of all its 583 entries/)
  expect(whole.said).toContain('632 entries, each as it was signed')
  expect(whole.said).toContain('The register says the same of the 10 entries')
  const { sql } = site
  const free = (statement: string) =>
    sql.begin(async (tx) => {
      // As somebody does who has the database's password.
      await tx.unsafe(`set local session_replication_role = replica; ${statement}`)
    })
  await sql.unsafe(
    'create table kept_leaves as select * from register_leaves; create table kept_tiles as select * from log_tiles; create table kept_notes as select * from log_checkpoints; create table kept_entries as select id, status from register_entries',
  )
  const restore = () =>
    free(`truncate register_leaves, log_tiles, log_checkpoints; insert into register_leaves select * from kept_leaves;
      insert into log_tiles select * from kept_tiles; insert into log_checkpoints select * from kept_notes;
      update register_entries as e set status = k.status from kept_entries as k where k.id = e.id`)
  const asRevoked = `convert_to(replace(convert_from(leaf, 'UTF8'), '"status":"active"', '"status":"revoked"'), 'UTF8')`
  const cases: [string, string, number][] = [
    [`update register_leaves set leaf = ${asRevoked} where position = 300`, 'Entry 300 does not match its hash', 4],
    ['delete from register_leaves where position = 17', 'Entries 0 to 255 are missing', 4],
    [
      'update register_leaves set position = case position when 70 then 900 else 70 end where position in (70, 71); update register_leaves set position = 71 where position = 900',
      'Entry 70 does not match its hash',
      4,
    ],
    [
      `update register_leaves set leaf = ${asRevoked} where position = 300; update log_tiles set hashes = overlay(hashes placing sha256('\\x00'::bytea || (select leaf from register_leaves where position = 300)) from 44 * 32 + 1) where level = 0 and index = 1`,
      'do not lead to the root that was signed',
      4,
    ],
    [
      "update log_checkpoints set note = replace(note, E'\\n632\\n', E'\\n633\\n')",
      'The signature of the checkpoint is false',
      2,
    ],
    ['delete from log_checkpoints where size > 107', 'The log shrank: it had 632 entries, and now has 107', 3],
    ["update register_entries set status = 'revoked' where number = 'GROWN-520'", 'about GROWN-520: status', 5],
  ]
  for (const [statement, said, code] of cases) {
    await free(statement)
    expect({ statement, ...(await verifyLog('tampered')) }).toEqual({
      statement,
      code,
      said: expect.stringContaining(said) as never,
    })
    await restore()
  }
  expect((await verifyLog('tampered')).code).toBe(0)
  // Also of entries that have not changed for long, by the files of the day.
  const silent: [string, string][] = [
    ["update register_entries set status = 'revoked' where number = 'GROWN-1'", 'about GROWN-1: status'],
    [
      "update register_entries set assurance = 'assessed', valid_until = null where number = 'GROWN-2'",
      'about GROWN-2: how far it was checked, until when it is valid',
    ],
    [
      "update register_entries set number = 'GROWN-X' where number = 'GROWN-3'",
      'holds GROWN-X, which is not in the log',
    ],
    ["delete from register_entries where number = 'GROWN-520'", 'lacks GROWN-520, which is in the log'],
  ]
  await sql.unsafe('create table whole_entries as select * from register_entries')
  const [{ columns }] = (await sql`
    select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
    where attrelid = 'register_entries'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`) as unknown as [
    { columns: string },
  ]
  for (const [statement, said] of silent) {
    await free(statement)
    await makeDailyFiles()
    expect({ statement, ...(await verifyLog('tampered')) }).toEqual({
      statement,
      code: 5,
      said: expect.stringContaining(said) as never,
    })
    await free(
      `delete from register_entries; insert into register_entries (${columns}) select ${columns} from whole_entries`,
    )
  }
  await makeDailyFiles()
  await sql`update data_files set sha256 = repeat('0', 64) where name = 'register.ndjson'`
  expect((await verifyLog('tampered')).said).toContain('is not the one that was described')
  await makeDailyFiles()
  expect((await verifyLog('tampered')).code).toBe(0)
  // What is added by way of the database is in the log for all to see.
  await sql`update register_entries set status = 'revoked' where number = 'GROWN-1'`
  await sign()
  expect((await readAsSpecified()).entries.at(-1)).toContain('"change":"revoked"')
  expect((await verifyLog('tampered')).said).toContain('633 entries, each as it was signed. It goes on from the 632')
  // A date can be claimed, and is seen through by whoever looked in between: here, by somebody whose clock is two hours ahead.
  const keptFile = join(folder, 'tampered')
  const kept = JSON.parse(readFileSync(keptFile, 'utf8'))
  kept[outside.url.origin].seenAt = new Date(Date.now() + 2 * 60 * 60 * 1000).toISOString()
  writeFileSync(keptFile, JSON.stringify(kept))
  await sql`update register_entries set status = 'revoked' where number = 'GROWN-2'`
  await sign()
  expect((await verifyLog('tampered')).said).toContain('Please note: entry 633 says that it was recorded at')
}, 60_000)

test('with a policy the key is the policy’s, and enough witnesses must have seen the checkpoint', async () => {
  await sign()
  await makeDailyFiles()
  const key = (await bytesOf('key')).toString().trim()
  const policy = async (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return await verifyLog('with-policy', '--policy', path)
  }
  expect((await policy('none', `log ${key}\nquorum none\n`)).said).toContain('none, and the policy asks for none')
  expect(await policy('unread', `log ${key}\nquorum us\n`)).toMatchObject({
    code: 1,
    said: expect.stringContaining('Line 2 names "us"') as never,
  })
  const other = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
  expect(await policy('other', `log ${other}\nquorum none\n`)).toMatchObject({
    code: 2,
    said: expect.stringContaining('a key that the policy does not name') as never,
  })
  const witness = makeSigner('paper.example')
  const vkey = await verifierKey(sha256, witness.key, keyKinds.cosigner)
  const read = (await readPolicy(sha256, `log ${key}\nwitness paper ${vkey}\nquorum paper\n`)) as Policy
  let asked = 0
  const audit = async (notes: (note: string) => Promise<string>) =>
    await auditLog(
      async (path) => {
        // By many clients: one may ask for 120 proofs in a minute.
        const headers = { 'x-forwarded-for': `192.0.2.${asked++ % 250}` }
        const file = Buffer.from(await (await fetch(`${site.origin}/log/${path}`, { headers })).bytes())
        return path === 'checkpoint' ? Buffer.from(await notes(file.toString())) : file
      },
      { kept: null, policy: read, openDailyFile: async () => null, entries: 1000, again: { times: 0, ms: 0 } },
    )
  expect(await audit(async (note) => note)).toMatchObject({ kind: 'witnesses' })
  const cosigned = async (note: string) =>
    note + (await cosignatureLine(sha256, splitNote(note)!.text, { ...witness, at: new Date() }))
  expect(await audit(cosigned)).toMatchObject({ seenBy: [{ name: 'paper' }] })
}, 60_000)

test('another key, another log in its place, and an address without one are said in words', async () => {
  await verifyLog('forked')
  const { sql } = site
  await sql.begin(async (tx) => {
    await tx.unsafe(`set local session_replication_role = replica;
      update register_leaves set position = null; delete from log_tiles; delete from log_checkpoints;
      update register_leaves set id = -id where id < 10`)
  })
  rmSync(join(folder, 'kept'))
  await runner.stop()
  const secret = 'a-secret-of-thirty-two-characters'
  const place = { origin: 'test.example/log', file: join(folder, 'another-machine'), isDemonstration: false }
  runner = runLog({ sql, log: site.services.log, now: () => new Date(), secret, ...place })
  await sign()
  expect((await verifyLog('forked')).said).toContain('The log forked')
  await sql`delete from signing_keys`
  await sql`delete from log_checkpoints`
  await sql.begin((tx) =>
    tx.unsafe(
      'set local session_replication_role = replica; update register_leaves set position = null; delete from log_tiles',
    ),
  )
  await runner.stop()
  runner = runLog({ sql, log: site.services.log, now: () => new Date(), secret, ...place, isDemonstration: true })
  await sign()
  expect((await verifyLog('forked')).said).toMatch(
    /publishes another key than when you last looked\. It was test\.example\/log\+\w+\+\S+, and is test\.example\/log\+/,
  )
  const child = Bun.spawn(['bun', join(projectRoot, 'src/commands/verify-log.ts'), 'nowhere'], { stderr: 'pipe' })
  expect(await new Response(child.stderr).text()).toContain('Usage')
  expect(await child.exited).toBe(1)
}, 60_000)

test('a log that is begun anew says so on its page, with the reason', async () => {
  const given = { reason: 'The last backup was a day old.', now: new Date('2026-11-20T10:00:00Z') }
  await site.sql.begin((transaction) => restartLog(transaction, given))
  await sign()
  const page = async () => (await (await fetch(`${site.origin}/log`)).text()).replaceAll('<!-- -->', '')
  while (!(await page()).includes('test.example/log-2')) await Bun.sleep(50)
  expect(await page()).toContain('test.example/log, ended on 20 November 2026: The last backup was a day old.')
  expect((await readAsSpecified()).size).toBe(634)
})

test('a list that was checked names the log that it was answered from', async () => {
  const body = new FormData()
  for (const [name, value] of Object.entries({ intent: 'checkMany', list: 'Nothing of the Kind' }))
    body.set(name, value)
  const response = await fetch(`${site.origin}/verify`, { method: 'POST', body, headers: { origin: site.origin } })
  const [, encoded] = /href="data:text\/csv;charset=utf-8,([^"]*)"/.exec(await response.text()) ?? []
  const [origin, size, root] = (await bytesOf('checkpoint')).toString().split('\n')
  expect(decodeURIComponent(encoded!)).toContain(`,${origin},${size},${root},`)
})

test('changes are counted by kind and year, and listed so', async () => {
  await addEntries('KIND', 30)
  const set = async (status: string, numbers: string[], month: string) => {
    await site.sql`update register_entries set status = ${status}, updated_at = ${`2025-${month}-01T12:00:00Z`} where number = any(${numbers})`
    await sign()
  }
  await set('revoked', ['KIND1', 'KIND2', 'KIND3'], '03')
  await set('active', ['KIND2'], '04')
  const html = async (query: string) =>
    (await (await fetch(`${site.origin}/log${query}`)).text()).replace(/<!-- -->/g, '')
  const [whole, revoked] = await Promise.all([html(''), html('?change=revoked&year=2025')])
  expect(whole).toMatch(/href="\/log\?change=revoked&amp;year=2025"[^>]*>3</)
  expect(whole).toMatch(/href="\/log\?change=reinstated&amp;year=2025"[^>]*>1</)
  expect(revoked).toContain('Revoked in 2025')
  for (const number of ['KIND1', 'KIND2', 'KIND3']) expect(revoked).toContain(`/log/entries/${number}"`)
  expect(revoked).not.toContain('/log/entries/KIND4"')
  expect(whole).toContain('Revoked in 2025: 3, of which reinstated: 1')
  const [latest] = await site.sql<{ year: number }[]>`select max(year) as year from log_totals`
  const [counts] = await site.sql<{ all: number; reinstated: number }[]>`
    select count(*) as all, count(*) filter (where exists (
      select from log_changes as l where l.entry_id = c.entry_id and l.position > c.position and l.change = 'reinstated')) as reinstated
    from log_changes as c where change = 'suspended' and year = ${latest!.year}`
  await site.sql`update register_entries set status = 'suspended', updated_at = ${`${latest!.year}-11-01`} where number = 'KIND5'`
  await sign()
  expect(await html('?page=1')).toContain(
    `Suspended in ${latest!.year}: ${Number(counts!.all) + 1}, of which reinstated: ${counts!.reinstated}`,
  )
  const second = await html('?page=2')
  expect(second).toContain('aria-current="page"')
  const beyond = await fetch(`${site.origin}/log?change=revoked&year=2025&page=9`, { redirect: 'manual' })
  expect([beyond.status, beyond.headers.get('location')]).toEqual([303, '/log?change=revoked&year=2025'])
  expect(await html('?change=revoked&year=2019')).toContain('The log holds no such change.')
  // Counted once, whatever is brought in again.
  await site.sql`select note_log_changes(0, 1000000)`
  const [differing] = await site.sql<{ count: number }[]>`
    select count(*) from (select change, year, count(*) as changes from log_changes group by 1, 2) as c
    full join log_totals as t using (change, year) where c.changes is distinct from t.changes`
  expect(Number(differing!.count)).toBe(0)
})
