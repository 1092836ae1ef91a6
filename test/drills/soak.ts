import type { UploadState } from '#features/assessments/files/schema.ts'
import { benchNumber } from '../bench/fill.ts'
import { largePdf } from '../bench/large-pdf.ts'
import { addApplicant, readPaid } from '../bench/measured-payments.ts'
import { openMeasuredSite } from '../bench/measured-site.ts'
import {
  countOf,
  createLoad,
  failuresOf,
  json,
  mixOf,
  percentile,
  type Tally,
  type Thing,
} from '../bench/mixed-load.ts'
import { loadAverage } from '../bench/process-figures.ts'
import { judgeGrowth } from './growth.ts'
import { indexExcess, type Moment, readFigures } from './soak-figures.ts'

// `bun run soak [MINUTES]`: two web processes and a worker under 70 % of the load that they are seen to bear, for half an hour: a
// mix of pages, searches, calls, enquiries, applications and payments (mixed-load.ts) with their mails and jobs, documents that are sent and
// checked, and entries that change and are signed. Judges whether anything grows by a line through its samples, after a
// third of the time, and ends with 1 where something does. DATABASE_URL names a server on which a database is made for it; without
// it, the embedded one is started.

const minutes = Number(process.argv[2] ?? 30)
const share = 0.7
const entries = 20_000
/** How much each may have grown in the time that is judged, along its line. */
const bounds: [string, number][] = [
  ['memory', 40],
  ['heap', 25],
  ['handles', 20],
  ['database connections', 4],
  ['dead rows', 20_000],
  ['dead or free space', 16],
  ['index space', 16],
  ['age of the oldest job', 5],
  ['jobs that failed', 5],
  ['emails waiting', 100],
  ['changes not signed', 20],
]
/** Nothing but what was meant to be refused may fail: of a thousand things, at most so many. */
const maxFailed = 1

const site = await openMeasuredSite('soak', entries)
let isGood = false
let going = true
try {
  await site.sql`create extension if not exists pgstattuple`
  const processes = [
    await site.start('web 1', 'web'),
    await site.start('web 2', 'web'),
    await site.start('worker', 'worker'),
  ]
  const things = [...mixOf(site, entries), await documents()]
  const load = createLoad(
    processes.slice(0, 2).map(({ origin }) => origin),
    things,
  )
  const changing = changeEntries()
  // The first requests load and translate what later ones need.
  await load.asFastAsItGoes(32, 20)
  const moments: Moment[] = []
  const total: Tally = { requests: 0, failures: new Map(), took: new Map() }
  const began = performance.now()
  const end = began + minutes * 60_000
  const working = work(load, total, end)
  const pause = Math.max(2, (minutes * 60) / 180) * 1000
  for (let next = began + pause; next <= end; next += pause) {
    await Bun.sleep(Math.max(0, next - performance.now()))
    moments.push(await readFigures(site.sql, processes, (performance.now() - began) / 1000))
    if (moments.length % 30 === 0) tellMoment(moments.at(-1)!, total)
  }
  await working
  isGood = [judgeLoad(total), await judgePayments(), judge(moments)].every(Boolean)
  going = false
  await changing
} finally {
  going = false
  await site.close()
}
process.exit(isGood ? 0 : 1)

/** What can be borne is measured anew every five minutes, for the machine may have other work to do. */
async function work(load: ReturnType<typeof createLoad>, total: Tally, end: number): Promise<void> {
  for (let left = end - performance.now(); left > 1000; left = end - performance.now()) {
    const fastest = await load.asFastAsItGoes(32, Math.min(20, left / 2000))
    addTally(total, fastest)
    const rate = fastest.perSecond * share
    console.info(
      `At most ${Math.round(fastest.perSecond)} things a second, so ${Math.round(rate)}. Load ${loadAverage()}.`,
    )
    await load.atRate(rate, { seconds: Math.min(280, (end - performance.now()) / 1000), max: 512 })
    addTally(total, load.take())
  }
}

/** Documents of 20 KB as evidence, from applications that were approved before. */
async function documents(): Promise<Thing> {
  const applicants = await Promise.all(Array.from({ length: 50 }, () => addApplicant(site)))
  const content = largePdf(20_000)
  let sent = 0
  return {
    name: 'document',
    share: 0.5,
    once: async (ask) => {
      const { id, cookie } = applicants[sent++ % applicants.length]!
      const own = Buffer.from(content)
      own.write(String(sent).padStart(8, '0'), 11)
      const about = { applicationId: id, criterionId: 'event-plan', name: `Plan ${sent}.pdf`, bytes: own.length }
      const begun = (await ask('/api/evidence/uploads', json(about, { cookie }))).json() as UploadState
      const path = `/api/evidence/uploads/${begun.id}`
      await ask(`${path}/pieces/0`, { method: 'PUT', body: own, headers: { cookie } })
      await ask(`${path}/finish`, { method: 'POST', headers: { cookie } })
    },
  }
}

/** Two entries a second get another attendee, and one in five of those another status, so that pages go, and the log is signed. */
async function changeEntries(): Promise<void> {
  for (let count = 0; going; count++) {
    const number = benchNumber(1 + Math.floor(Math.random() * entries))
    await site.sql`
      update register_entries set attendees = attendees + 1, updated_at = now(),
        status = case when ${count % 5 === 0}::boolean then case status when 'active' then 'suspended' else 'active' end else status end
      where number = ${number}`
    await Bun.sleep(500)
  }
}

function addTally(total: Tally, more: Tally): void {
  total.requests += more.requests
  for (const [why, count] of more.failures) total.failures.set(why, (total.failures.get(why) ?? 0) + count)
  for (const [name, took] of more.took) total.took.set(name, (total.took.get(name) ?? []).concat(took))
}

function tellMoment({ at, values }: Moment, total: Tally): void {
  const figures = Object.entries(values).map(([name, value]) => `${name} ${rounded(value)}`)
  console.info(`${Math.round(at / 60)} min, ${countOf(total)} done, ${failuresOf(total)} failed: ${figures.join('; ')}`)
}

function judgeLoad(total: Tally): boolean {
  console.info('| done | number | p50 ms | p95 ms | p99 ms |\n| --- | --- | --- | --- | --- |')
  for (const [name, took] of total.took) {
    const at = (part: number) => Math.round(percentile(total, part, name))
    console.info(`| ${name} | ${took.length} | ${at(0.5)} | ${at(0.95)} | ${at(0.99)} |`)
  }
  for (const [why, count] of total.failures) console.info(`failed ${count} times: ${why}`)
  const failed = failuresOf(total)
  console.info(`\n${total.requests} requests; ${failed} things of ${countOf(total)} failed.\n`)
  return failed <= (countOf(total) / 1000) * maxFailed
}

/** Every payment has to end in an order, an entry and a receipt, each once. */
async function judgePayments(): Promise<boolean> {
  const { paid, orders, entries, mails } = await readPaid(site.sql)
  console.info(`${paid} payments: ${orders} orders paid, ${entries} entries published, ${mails} receipts.\n`)
  return paid > 0 && [orders, entries, mails].every((count) => count === paid)
}

function judge(moments: Moment[]): boolean {
  const judged = moments.slice(Math.floor(moments.length / 3))
  const [first, last] = [judged[0]!, judged.at(-1)!]
  const samples = judged.map((moment) => ({
    at: moment.at,
    values: { ...moment.values, 'index space beyond what rows explain, MB': indexExcess(first, moment) },
  }))
  console.info(`Judged: ${judged.length} samples from minute ${rounded(first.at / 60)} to ${rounded(last.at / 60)}.\n`)
  console.info(
    '| measure | first | last | grown along the line | may grow by | |\n| --- | --- | --- | --- | --- | --- |',
  )
  const growths = judgeGrowth(samples, bounds)
  for (const { measure, first: from, last: to, grown, bound, isWithin } of growths) {
    console.info(
      `| ${[measure, rounded(from), rounded(to), rounded(grown), bound, isWithin ? '' : 'GROWS'].join(' | ')} |`,
    )
  }
  tellTables(first, last)
  return growths.every(({ isWithin }) => isWithin)
}

function tellTables(first: Moment, last: Moment): void {
  console.info(
    '\n| table | rows | MB | of these dead or free | of its indexes | dead rows |\n| --- | --- | --- | --- | --- | --- |',
  )
  const size = ({ tableBytes, indexBytes }: { tableBytes: number; indexBytes: number }) => tableBytes + indexBytes
  const megabytes = (bytes: number | undefined) => (bytes === undefined ? '' : rounded(bytes / 2 ** 20))
  for (const now of [...last.tables.values()].sort((one, other) => size(other) - size(one)).slice(0, 16)) {
    const before = first.tables.get(now.name)
    const cells = [
      now.name,
      `${before?.rows} → ${now.rows}`,
      `${megabytes(before?.tableBytes)} → ${megabytes(now.tableBytes)}`,
      `${megabytes(before?.wasteBytes)} → ${megabytes(now.wasteBytes)}`,
      `${megabytes(before?.indexBytes)} → ${megabytes(now.indexBytes)}`,
      `${before?.dead} → ${now.dead}`,
    ]
    console.info(`| ${cells.join(' | ')} |`)
  }
}

function rounded(value: number): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits: 1 })
}
