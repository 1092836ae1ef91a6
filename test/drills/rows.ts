import { join } from 'node:path'
import { migrate } from '#database/migrate.ts'
import { openSql } from '#database/sql.ts'
import { importNationalEvents } from '#features/national-events/server/import-national-events.ts'
import { projectRoot } from '#process/project-root.ts'
import { benchNumber, dropIndexes, fillRegister } from '../bench/fill.ts'
import { type MeasuredProcess, startMeasured } from '../bench/measured-site.ts'
import { cpuMicroseconds, databaseCpu, loadAverage, usedBetween } from '../bench/process-figures.ts'
import { addressesOf } from './rows-addresses.ts'

// `bun run drill:rows [ROWS] [EVENTS] [PARTS]`: a register of so many entries (1,000,000) and so many national events (as many, at most a million
// unless named; more than there are entries are the same ones in later years), once filled and kept: listing, search and the national
// events as a visitor asks for them, each address new so that it is made; the import of a file; the counters. Prints tables, and ends
// with 1 where a page takes longer than it should or a counter is wrong.
// PARTS (all of them): listing,search,counters,national events,import. DATABASE_URL names a server; without it, the embedded one is started.

const rows = Number(process.argv[2] ?? 1_000_000)
const events = Number(process.argv[3] ?? Math.min(rows, 1_000_000))
const parts = process.argv[4]?.split(',')
/** What a page may take of the processors, in milliseconds: the time that it takes says as much of what else the machine does. */
const maxForPage = 100
const asks = 10
const failures: string[] = []
let isFilled = false

const server = await chooseServer()
const database = `rows_${rows}`
const url = Object.assign(new URL(server.url), { pathname: `/${database}` }).href
await makeDatabase()
const sql = openSql(url, { connections: 3 })
try {
  await migrate(sql, url)
  await fill()
  await tellSizes()
  const addresses = addressesOf(rows)
  await measurePages('listing', addresses.listing)
  await measurePages('search', addresses.search)
  if (isWanted('counters')) await measureCounters()
  await fillNational()
  await measurePages('national events', addresses['national events'])
  if (isWanted('import')) await measureImport()
} finally {
  await sql.end()
  server.stop()
}
for (const each of failures) console.error(`FAILED: ${each}`)
process.exit(failures.length > 0 ? 1 : 0)

function isWanted(part: string): boolean {
  return !parts || parts.includes(part)
}

async function makeDatabase(): Promise<void> {
  const admin = openSql(server.url, { connections: 1 })
  const [found] = await admin<{ note: string | null }[]>`
    select shobj_description(oid, 'pg_database') as note from pg_database where datname = ${database}`
  isFilled = found?.note === 'filled'
  // A filling that was broken off begins again.
  if (found && !isFilled) await admin.unsafe(`drop database ${database} with (force)`)
  if (!isFilled) await admin.unsafe(`create database ${database}`)
  await admin.end()
}

async function fill(): Promise<void> {
  if (isFilled) return
  await timed(`${figure(rows)} entries filled in, with their indexes`, () =>
    fillRegister(sql, rows, new Date().toISOString().slice(0, 10)),
  )
  await sql.unsafe(`comment on database ${database} is 'filled'`)
}

/** National events of the same words as the register's entries; where there are to be more of them, those come back in later years. */
async function fillNational(): Promise<void> {
  const [there] = await sql<{ events: number }[]>`select coalesce(sum(events), 0) as events from national_event_counts`
  if (there!.events >= events || !(isWanted('national events') || isWanted('import'))) return
  await sql`truncate national_events, national_event_counts`
  await timed(`${figure(events)} national events filled in, with their indexes`, async () => {
    const rebuild = await dropIndexes(sql, 'national_events')
    const years = Math.ceil(events / rows)
    await sql`
      insert into national_events (source_key, title, starts_on, starts_at, venue, city, category, organiser, featured, accredited)
      select fold(title) || E'\n' || number || '-' || year || E'\n' || fold(venue), title, starts_on + year * 364, starts_at, venue, city,
        category, organiser, featured and year = 0, assurance = 'assessed' and year = 0
      from register_entries, generate_series(0, ${years - 1}::int) as year
      where number <= ${benchNumber(Math.min(rows, events))}
      limit ${events}::int`
    await rebuild()
    await sql`vacuum analyze national_events`
  })
}

async function measurePages(part: string, addresses: Record<string, string>): Promise<void> {
  if (!isWanted(part)) return
  const site = await startMeasured({ name: 'web', role: 'web', url, folder: join(projectRoot, '.data/bench/rows') })
  try {
    await askFor(site, part, addresses)
  } finally {
    await site.stop()
  }
}

async function askFor(
  { origin, pid }: MeasuredProcess,
  part: string,
  addresses: Record<string, string>,
): Promise<void> {
  console.info(`\n${part}, ${figure(rows)} entries, ${figure(events)} national events (load ${loadAverage()})\n`)
  console.info('| asked for | median ms | longest ms | of the site’s processor, ms | of PostgreSQL’s | |')
  console.info('| --- '.repeat(6).concat('|'))
  for (const [what, path] of Object.entries(addresses)) {
    const took: number[] = []
    let problem = ''
    const before = { site: cpuMicroseconds(pid), database: await databaseCpu(sql) }
    for (let ask = 0; ask < asks; ask++) {
      const began = performance.now()
      // An address that nobody has asked for is made anew.
      const address = `${origin}${path}${path.includes('?') ? '&' : '?'}n=${Bun.randomUUIDv7()}`
      const response = await fetch(address, { headers: { 'x-forwarded-for': `10.30.0.${ask}` } })
      await response.arrayBuffer()
      took.push(performance.now() - began)
      if (!response.ok) problem = String(response.status)
    }
    const ofSite = (cpuMicroseconds(pid) - before.site) / 1000 / asks
    const ofDatabase = usedBetween(before.database, await databaseCpu(sql)) / 1000 / asks
    took.sort((one, other) => one - other)
    const isFile = path.startsWith('/sitemap')
    if (ofSite + ofDatabase > maxForPage && !isFile) problem ||= 'slow'
    if (problem) failures.push(`${part}: ${what} (${path}): ${problem}, ${ms(ofSite + ofDatabase)} ms`)
    const median = took[Math.floor(took.length / 2)]!
    console.info(`| ${[what, ms(median), ms(took.at(-1)!), ms(ofSite), ms(ofDatabase), problem].join(' | ')} |`)
  }
}

/** A file of 100,000 events that are new, then the same once more. */
async function measureImport(): Promise<void> {
  const run = Bun.randomUUIDv7()
  const lines = Array.from({ length: 100_000 }, (_, at) => [
    `Imported Fair ${run} ${at}`,
    '2027-05-01',
    '11:00',
    'Town Hall',
  ])
  const text = `title,date,time,venue\n${lines.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n')}\n`
  console.info(`\nimport into ${figure(events)} national events (load ${loadAverage()})\n`)
  for (const what of ['a file of 100,000', 'the same again']) {
    const outcome = await importNationalEvents(
      sql,
      new Blob([text]).stream(),
      { actor: { kind: 'command', name: 'drill:rows' }, id: 'drill' },
      { refused: () => {}, ignored: () => {}, progress: () => {} },
    )
    if (outcome.kind !== 'imported') throw new Error(outcome.message)
    const { added, updated, unchanged, repeated, seconds } = outcome.summary
    console.info(
      `- ${what}: ${added} added, ${updated} changed, ${unchanged} as before, ${repeated} repeated, ${seconds.toFixed(1)} s`,
    )
  }
}

/** What the triggers keep against what is there, and what a change costs with all of them. */
async function measureCounters(): Promise<void> {
  console.info(`\ncounters of ${figure(rows)} entries (load ${loadAverage()})\n`)
  const took: number[] = []
  for (let change = 0; change < 200; change++) {
    const number = benchNumber(1 + Math.floor(Math.random() * rows))
    const began = performance.now()
    await sql`
      update register_entries set status = case status when 'active' then 'suspended' else 'active' end, updated_at = now()
      where number = ${number}`
    took.push(performance.now() - began)
  }
  took.sort((one, other) => one - other)
  console.info(
    `- a change of one entry’s status, with its counters and its leaf: median ${ms(took[100]!)} ms, 95th ${ms(took[190]!)} ms`,
  )
  const [wrong] = await timed(
    'every counter counted again',
    () => sql<{ counts: number; totals: number; days: number; national: number }[]>`
    with really as materialized (
      select city_key, sector, category, status, assurance, sort_on, count(*) as entries from register_entries group by 1, 2, 3, 4, 5, 6
    )
    select
      (select count(*)::int from (select city_key, sector, category, status, assurance, sum(entries) as entries from really group by 1, 2, 3, 4, 5) as r
        full join (select * from register_counts where entries <> 0) as c using (city_key, sector, category, status, assurance)
        where r.entries is distinct from c.entries) as counts,
      (select count(*)::int from (select city_key as key, status, assurance, sum(entries) as entries from really group by 1, 2, 3) as r
        full join (select * from register_totals where scope = 'city' and entries <> 0) as t using (key, status, assurance)
        where r.entries is distinct from t.entries) as totals,
      (select count(*)::int from (select sector, status, sort_on, sum(entries) as entries from really group by 1, 2, 3) as r
        full join (select * from register_days where entries <> 0) as d using (sector, status, sort_on)
        where r.entries is distinct from d.entries) as days,
      (select count(*)::int from (select category, featured, accredited, count(*) as events from national_events group by 1, 2, 3) as r
        full join (select * from national_event_counts where events <> 0) as c using (category, featured, accredited)
        where r.events is distinct from c.events) as national`,
  )
  const all = Object.values(wrong!).reduce((sum, count) => sum + count, 0)
  console.info(`- counters that are wrong: ${all}`)
  if (all > 0) failures.push(`counters: ${JSON.stringify(wrong)}`)
}

type Size = { name: string; bytes: number }

async function tellSizes(): Promise<void> {
  const sizes = await sql<Size[]>`
    select relname as name, pg_relation_size(oid)::float8 as bytes from pg_class
    where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 50 * 1024 * 1024
    order by 2 desc`
  console.info('\n| table or index | GB |\n| --- | --- |')
  for (const { name, bytes } of sizes) console.info(`| ${name} | ${(bytes / 1e9).toFixed(2)} |`)
  console.info(`| together | ${(sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1e9).toFixed(1)} |`)
}

async function timed<Value>(what: string, run: () => Promise<Value>): Promise<Value> {
  const began = performance.now()
  const value = await run()
  console.info(`- ${what}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  return value
}

function ms(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 10 ? 1 : 0)
}

function figure(count: number): string {
  return count.toLocaleString('en-GB')
}

async function chooseServer(): Promise<{ url: string; stop: () => void }> {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, stop: () => {} }
  const { startEmbedded } = await import('#database/embedded.ts')
  return await startEmbedded(join(projectRoot, '.data/bench/rows-postgres'))
}
