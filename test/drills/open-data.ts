import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findNewestList, listOtherwiseSigned } from '#features/proof/credential/server/queries.ts'
import { makeDataFiles } from '#features/proof/open-data/files/server/make-data-files.ts'
import { runLog } from '#features/proof/server/run-log.ts'
import { openTestSite } from '../site.ts'

// `bun run open-data-drill [changes|check|files|credentials]`: open data in the sizes that it is made for, on the test server (TEST_DATABASE_URL, or the embedded one). Prints a
// table, and ends with 1 where something was not as it has to be.

const wanted = new Set(process.argv.slice(2))
const parts: [string, () => Promise<void>][] = [
  ['changes', pageThroughChanges],
  ['check', checkMany],
  ['files', makeLargeFiles],
  ['credentials', findAmongManyCredentials],
]
let failures = 0
for (const [name, run] of parts) if (wanted.size === 0 || wanted.has(name)) await run()
process.exit(failures > 0 ? 1 : 0)

/** Reads 100,000 changes in pages of 1,000 while six writers make more and the log is signed. */
async function pageThroughChanges(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'open-data-drill-'))
  const site = await openTestSite({ demoData: false })
  const runner = runLog({
    sql: site.sql,
    log: site.services.log,
    now: () => new Date(),
    origin: 'drill.example/log',
    secret: 'only-for-the-drill-of-open-data!!',
    file: join(folder, 'kept'),
    isDemonstration: false,
  })
  const total = 100_000
  const addEntries = (prefix: string, count: number) => site.sql`
    insert into register_entries (number, slug, status, valid_from, valid_until, title, organiser, category, sector)
    select ${prefix}::text || n, lower(${prefix}::text) || n, 'active', now(), now() + interval '1 year', 'Title ' || n, 'Organiser', 'Other', 'culture'
    from generate_series(1, ${count}::int) as n`
  await addEntries('A-', total / 2)
  let isWriting = true
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let round = 0; round < total / 2 / 6 / 50; round++) await addEntries(`W${writer}R${round}-`, 50)
  })
  const written = Promise.all(writers).then(() => {
    isWriting = false
  })
  let isSigned = false
  const signing = (async () => {
    while (isWriting) await runner.round()
    while ((await runner.round()).kind !== 'nothing') await Bun.sleep(5)
    isSigned = true
  })()
  const positions: number[] = []
  const took: number[] = []
  const began = performance.now()
  let [address, pages] = [`${site.origin}/api/changes`, 0]
  for (;;) {
    if (pages++ % 50 === 0) await site.sql`delete from rate_limits`
    const wasSigned = isSigned
    const asked = performance.now()
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    const page = (await response.json()) as { changes: { position: number }[]; nextPage: string; more: boolean }
    if (page.changes.length === 1000) took.push(performance.now() - asked)
    positions.push(...page.changes.map(({ position }) => position))
    address = page.nextPage
    if (!page.more && wasSigned) break
    if (!page.more) await Bun.sleep(50)
  }
  const seconds = (performance.now() - began) / 1000
  await Promise.all([written, signing])
  const [row] = await site.sql<{ leaves: number }[]>`select count(*) as leaves from register_leaves`
  const inOrder = positions.every((position, index) => position === index)
  say('changes written by six writers and before', row!.leaves.toLocaleString('en-GB'))
  say('changes read, in order, none missed, none twice', positions.length.toLocaleString('en-GB'), {
    holds: inOrder && positions.length === row!.leaves && row!.leaves >= total - 300,
  })
  took.sort((one, other) => one - other)
  const at = (share: number) => took[Math.floor((took.length - 1) * share)]!.toFixed(0)
  say(
    `a full page of 1,000, ${pages} pages in ${seconds.toFixed(0)} s while writing`,
    `median ${at(0.5)} ms, p95 ${at(0.95)} ms`,
  )
  await runner.stop()
  await site.close()
  rmSync(folder, { recursive: true })
}

/** 200 names at once, mistyped, in a register of 100,000. */
async function checkMany(): Promise<void> {
  const site = await openTestSite({ demoData: false })
  // Names of four words out of 60, on the days of three years.
  await site.sql`
    insert into register_entries (number, slug, status, valid_from, valid_until, title, organiser, category, sector, starts_on)
    select 'DRILL-2026-' || lpad(n::text, 6, '0'), 'drill-' || n, 'active', now(), now() + interval '1 year',
      (select string_agg(words[1 + abs(hashint4(n * 7 + part)) % 60], ' ' order by part) from generate_series(1, 4) as part),
      'Organiser', 'Other', 'culture', date '2026-01-01' + abs(hashint4(n)) % 1095
    from generate_series(1, 100000) as n, (select array_agg('Word' || chr(65 + m % 26) || substr(md5(m::text), 1, 5)) as words from generate_series(1, 60) as m) as of`
  await site.sql`vacuum analyze register_entries`
  const rows = await site.sql<{ title: string; starts_on: string; number: string }[]>`
    select title, starts_on, number from register_entries order by hashtext(number) limit 200`
  const took: Record<string, number[]> = { numbers: [], 'names as written': [], 'names mistyped': [] }
  const wrong: string[] = []
  for (let round = 0; round < 12; round++) {
    await site.sql`delete from rate_limits`
    const asked = {
      numbers: rows.map(({ number }) => ({ number })),
      'names as written': rows.map(({ title, starts_on: date }) => ({ name: title, date })),
      'names mistyped': rows.map(({ title, starts_on: date }) => ({ name: `${title.slice(0, -2)}x The`, date })),
    }
    for (const [kind, events] of Object.entries(asked)) {
      const began = performance.now()
      const response = await fetch(`${site.origin}/api/check`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ events }),
      })
      const { results } = (await response.json()) as {
        results: { entry: { number: string } | null; candidates: { number: string }[] }[]
      }
      took[kind]!.push(performance.now() - began)
      const found = results.filter(
        ({ entry, candidates }, index) => (entry ?? candidates[0])?.number === rows[index]!.number,
      )
      if (found.length < 198) wrong.push(`${kind}: ${found.length}`)
    }
  }
  for (const [kind, times] of Object.entries(took)) {
    times.sort((one, other) => one - other)
    say(
      `200 ${kind} at once, 100,000 entries`,
      `median ${times[6]!.toFixed(0)} ms, slowest ${times[11]!.toFixed(0)} ms`,
      {
        holds: times[6]! < 1000,
      },
    )
  }
  say('the entry that was meant was found, at least 198 times of 200', wrong.join(', ') || 'yes', {
    holds: wrong.length === 0,
  })
  await site.close()
}

/** The files of a register of 1,000,000 entries: time, and how far the process grows. */
async function makeLargeFiles(): Promise<void> {
  const site = await openTestSite({ demoData: false })
  // Without the triggers of a change and the indexes of a search, which cost the drill more than what it measures.
  await site.sql`drop index register_entries_search, register_entries_title_search, register_entries_short_search`
  await site.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into register_entries (number, slug, status, valid_from, valid_until, title, organiser, category, sector, starts_on, venue, city)
      select 'DRILL-2026-' || lpad(n::text, 7, '0'), 'drill-' || n, 'active', now(), now() + interval '1 year', 'Event number ' || n,
        'Organiser ' || n % 5000, 'Other', 'culture', date '2026-01-01' + n % 1095, 'Hall ' || n % 700, 'City ' || n % 150
      from generate_series(1, 1000000) as n`
  })
  await site.sql`analyze register_entries`
  Bun.gc(true)
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 50)
  const began = performance.now()
  await makeDataFiles({}, site.services)
  const seconds = (performance.now() - began) / 1000
  clearInterval(timer)
  const files = await site.sql<{ name: string; rows: number; bytes: number; sha256: string; day: string }[]>`
    select name, rows, bytes, sha256, day from data_files where name like 'register%'`
  const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`
  say('CSV and NDJSON of 1,000,000 entries, made and stored', `${seconds.toFixed(0)} s`)
  say('growth of the process meanwhile', megabytes(peak - before), { holds: peak - before < 300_000_000 })
  for (const { name, rows, bytes, sha256, day } of files) {
    const hash = new Bun.CryptoHasher('sha256')
    const asked = performance.now()
    const response = await fetch(`${site.origin}/data/${day}/${name}`, { headers: { 'accept-encoding': 'identity' } })
    for await (const part of response.body!) hash.update(part)
    const took = ((performance.now() - asked) / 1000).toFixed(0)
    say(`${name}, ${megabytes(bytes)}, ${rows.toLocaleString('en-GB')} rows, downloaded with its sum`, `${took} s`, {
      holds: hash.digest('hex') === sha256 && rows === 1_000_000,
    })
  }
  await site.close()
}

/** What is asked while 1,000,000 credentials are signed anew with another key, 50 at a time. */
async function findAmongManyCredentials(): Promise<void> {
  const { sql, close } = await openTestSite({ demoData: false })
  const keys = { older: '00000000-0000-7000-8000-000000000001', newer: '00000000-0000-7000-8000-000000000002' }
  await sql`alter table entry_credentials drop constraint entry_credentials_key_id_fkey`
  await sql`
    insert into entry_credentials (entry_id, leaf_id, key_id, form, json, jws)
    select gen_random_uuid(), n, ${keys.older}::uuid, 'form', repeat('x', 300), repeat('y', 300) from generate_series(1, 1000000) as n`
  await sql`
    insert into credential_places (list, place, entry_id, claims)
    select 1 + n / 65536, n % 65536 * 2, gen_random_uuid(), sha256(int4send(n)) from generate_series(0, 999999) as n`
  await sql`vacuum analyze entry_credentials, credential_places`
  const measure = async (what: string, max: number, run: () => Promise<unknown>) => {
    const took: number[] = []
    for (let round = 0; round < 9; round++) {
      const began = performance.now()
      await run()
      took.push(performance.now() - began)
    }
    const median = took.sort((one, other) => one - other)[4]!
    say(what, `median ${median.toFixed(1)} ms`, { holds: median < max })
  }
  for (const [from, to] of [
    [keys.older, keys.newer],
    [keys.newer, keys.older],
  ] as const) {
    const next = () => listOtherwiseSigned(sql, { keyId: to, form: 'form', limit: 50 })
    const order = from === keys.older ? 'later' : 'earlier'
    await measure(`50 of 1,000,000 signed with another key, whose id is ${order}`, 5, next)
    await sql`update entry_credentials set key_id = ${to}::uuid where leaf_id <= 500000`
    await measure('50 when half of them have been signed anew', 10, next)
    await sql`update entry_credentials set key_id = ${to}::uuid where leaf_id <= 999990`
    await sql`vacuum analyze entry_credentials`
    await measure('the last 10', 5, next)
    await sql`update entry_credentials set key_id = ${to}::uuid where key_id <> ${to}::uuid`
    await measure('none', 5, next)
  }
  await measure('how full the newest list is, once for 50 places', 50, () => findNewestList(sql))
  await close()
}

function say(what: string, value: string, { holds = true }: { holds?: boolean } = {}): void {
  if (!holds) failures++
  process.stdout.write(`${holds ? 'ok  ' : 'FAIL'} ${what.padEnd(70)} ${value}\n`)
}
