import { join } from 'node:path'
import { openSql, type Sql } from '#database/sql.ts'
import { projectRoot } from '#process/project-root.ts'

// `bun src/build/build.ts && bun test/bench/journey.ts [ORGANISERS] [ROUNDS]`: so many organisers (50) at once go the whole way from
// the form to a booked call, with double clicks, lost answers and repeated requests, on the built site and a database of its own. Then
// what is stored is counted: every organiser once, nothing lost, nothing doubled. Ends with 1 where a count is wrong.
// BENCH_DATABASE_URL names the server to make the database on; without it the embedded one is started.

const organisers = Number(process.argv[2] ?? 50)
const rounds = Number(process.argv[3] ?? 4)
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const took = new Map<string, number[]>()
const unexpected: string[] = []
let refusals = 0

const server = await chooseServer()
const name = `journey_${process.pid}`
const admin = openSql(server.url, { connections: 1 })
await admin.unsafe(`create database ${name}`)
const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href
const site = Bun.spawn(['bun', join(projectRoot, 'dist/server/main.js')], {
  env: {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    PUBLIC_URL: origin,
    DATABASE_URL: url,
    SESSION_SECRET: 'only-for-measuring-a-rush-of-organisers',
    SIGNING_SECRET: 'only-for-measuring-and-for-nothing-else-at-all',
    SANDBOX: 'payments,companies,addresses,mail',
    // Each organiser has an address of their own, as they do outside.
    TRUST_PROXY: '1',
    LOG_REQUESTS: '0',
  },
  stdout: 'ignore',
  stderr: 'inherit',
})
let isRight = false
try {
  await ready()
  const sql = openSql(url, { connections: 2 })
  const begun = performance.now()
  for (let round = 0; round < rounds; round++) {
    await Promise.all(Array.from({ length: organisers }, (_, index) => journey(round * organisers + index)))
  }
  const seconds = (performance.now() - begun) / 1000
  report(seconds)
  isRight = await judge(sql, organisers * rounds)
  await sql.end()
} finally {
  site.kill()
  await site.exited
  await admin.unsafe(`drop database if exists ${name} with (force)`)
  await admin.end()
  server.stop()
}
process.exit(isRight && unexpected.length === 0 ? 0 : 1)

/** One organiser, as a browser would go: what may be pressed twice is pressed twice at the same moment. */
async function journey(number: number): Promise<void> {
  const browser = openBrowser(number)
  const email = `organiser-${number}@rush.example`
  const answers = { name: `Rush Events ${number}`, contactName: 'Odo Quill', email, phone: '0161 496 0178' }
  const submissionKey = crypto.randomUUID()
  await browser.get('page of the form', '/apply-accreditation')
  await browser.get('company search', `/api/companies/lookup?query=larkmoor%20${number % 7}`)

  const writer = crypto.randomUUID()
  let mark: { id: string | null; revision: number } = { id: null, revision: 0 }
  for (const [count, title] of ['', 'Rush', `Rush Fair ${number}`].entries()) {
    const draft = { ...mark, writer, count, answers: { ...answers, title }, submissionKey }
    mark = (await browser.post('save of the draft', '/api/application-draft', draft, [200, 201])) as typeof mark
  }

  const [organisation] = await twice(() =>
    browser.post('organisation', '/api/organisations', { ...answers, submissionKey }, [200, 201]),
  )
  const { id: organisationId } = organisation as { id: string }
  const eventDraft = { title: `Rush Fair ${number}`, eventType: 'private', category: 'Other' }
  const application = { organisationId, eventDraft, status: 'pending', submissionKey, draftId: mark.id }
  // The answer of every third one is lost on its way; the form sends the same again.
  if (number % 3 === 0) await browser.lose('/api/applications', application, number % 40)
  const [first, second] = (await twice(() =>
    browser.post('application', '/api/applications', application, [200, 201]),
  )) as { id: string }[]
  if (first!.id !== second!.id) unexpected.push('two applications of one form')

  await browser.get('pre-approval page', `/pre-approved?application_id=${first!.id}`)
  await book(browser, first!.id, number)
}

/**
 * Everybody wants the same first slot; who does not get it takes one of those that the refusal offers, and looks in another week after ten
 * refusals: a visitor may try 60 times in ten minutes.
 */
async function book(browser: Browser, applicationId: string, number: number): Promise<void> {
  let offers = await freeTimes(browser, 1)
  for (let attempt = 1; attempt <= 60; attempt++) {
    const request = {
      ...offers[number % offers.length]!,
      phone: '0161 496 0178',
      selectedOptions: ['listed'],
      applicationId,
    }
    const answered = await browser.post('booking', '/api/book-assessment', request, [200, 201, 409])
    if (isOffer(answered)) {
      refusals++
      offers = attempt === 10 ? await freeTimes(browser, 7 * (1 + (number % 50))) : answered.nextFree
    } else return
  }
  unexpected.push('no free time was found in 60 attempts')
}

/** @param days from today on which to begin. */
async function freeTimes(browser: Browser, days: number): Promise<Offer['nextFree']> {
  const from = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const { nextFree } = (await browser.get('free times', `/api/assessment-times?date=${from}`)) as Partial<Offer>
  return nextFree ?? []
}

type Offer = { nextFree: { preferredDate: string; preferredTime: string }[] }
function isOffer(answered: unknown): answered is Offer {
  return typeof answered === 'object' && answered !== null && 'nextFree' in answered && 'error' in answered
}
type Browser = ReturnType<typeof openBrowser>

/** A browser with cookies and an address of its own. */
function openBrowser(number: number) {
  const cookies = new Map<string, string>()
  const headers = () => ({
    origin,
    'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  async function ask(what: string, path: string, init: RequestInit, allowed: number[]): Promise<unknown> {
    const begun = performance.now()
    const response = await fetch(origin + path, { ...init, headers: { ...headers(), ...(init.headers as object) } })
    const text = await response.text()
    took.set(what, [...(took.get(what) ?? []), performance.now() - begun])
    if (!allowed.includes(response.status)) unexpected.push(`${what}: ${response.status} ${text.slice(0, 200)}`)
    for (const line of response.headers.getSetCookie()) {
      const [pair] = line.split(';')
      const at = pair!.indexOf('=')
      cookies.set(pair!.slice(0, at), pair!.slice(at + 1))
    }
    return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : null
  }
  const json = (body: unknown) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return {
    get: (what: string, path: string) => ask(what, path, {}, [200]),
    post: (what: string, path: string, body: unknown, allowed: number[]) => ask(what, path, json(body), allowed),
    /** Sends and hangs up after so many milliseconds, wherever the request then is. */
    async lose(path: string, body: unknown, milliseconds: number): Promise<void> {
      const { method, headers: type, body: text } = json(body)
      const signal = AbortSignal.timeout(milliseconds)
      await fetch(origin + path, { method, body: text, signal, headers: { ...headers(), ...type } }).catch(() => {})
    },
  }
}

async function twice(press: () => Promise<unknown>): Promise<unknown[]> {
  return await Promise.all([press(), press()])
}

function report(seconds: number): void {
  const requests = [...took.values()].reduce((sum, list) => sum + list.length, 0)
  const done = organisers * rounds
  console.info(
    `${done} organisers, ${organisers} at once, in ${seconds.toFixed(1)} s: ${(done / seconds).toFixed(1)} a second, ${(requests / seconds).toFixed(0)} requests a second; ${refusals} bookings were refused and made at another time.`,
  )
  console.info('| Call | number | p50 ms | p95 ms | longest ms |\n|---|---|---|---|---|')
  for (const [what, list] of took) {
    list.sort((a, b) => a - b)
    const at = (share: number) => list[Math.min(list.length - 1, Math.floor(list.length * share))]!.toFixed(0)
    console.info(`| ${what} | ${list.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`)
  }
}

/** Counts what is stored against what was done. */
async function judge(sql: Sql, expected: number): Promise<boolean> {
  // The queue may still be sending.
  for (let wait = 0; wait < 300; wait++) {
    const [left] = await sql`select count(*)::int as count from mails where state = 'waiting'`
    if (left!.count === 0) break
    await Bun.sleep(100)
  }
  const [found] = await sql`
    select (select count(*)::int from organisations) as organisations,
      (select count(distinct email)::int from organisations) as addresses,
      (select count(*)::int from applications) as applications,
      (select count(distinct organisation_id)::int from applications) as organisations_that_applied,
      (select count(distinct reference)::int from applications) as references,
      (select count(*)::int from applications a join organisations o on o.id = a.organisation_id
        where a.event_draft ->> 'title' = replace(o.name, 'Rush Events', 'Rush Fair')) as own_events,
      (select count(distinct to_email)::int from mails where kind = 'address-confirmation') as confirmations,
      (select count(distinct application_id)::int from assessment_calls where state = 'booked') as calls,
      (select count(*)::int from mails where kind like '%call%' or kind like '%assessment%') / 2 as call_confirmations,
      (select count(*)::int from applications where crm_status = 'assessment_requested') as told_to_sales`
  const [slots] = await sql`
    select coalesce(max(count), 0)::int as calls
    from (select count(*) from assessment_calls where state = 'booked' group by day, time) as slots`
  const [drafts] = await sql`select count(*)::int as count from application_drafts`
  const wrong = Object.entries(found!).filter(([, count]) => count !== expected)
  console.info(JSON.stringify({ expected, ...found, maxCallsInOneSlot: slots!.calls, draftsLeft: drafts!.count }))
  for (const [what, count] of wrong) console.error(`${what}: ${count} instead of ${expected}`)
  if (unexpected.length > 0)
    console.error(`${unexpected.length} unexpected, the first: ${unexpected.slice(0, 3).join('; ')}`)
  if (slots!.calls !== 1) console.error(`a slot holds ${slots!.calls} calls`)
  if (drafts!.count !== 0) console.error(`${drafts!.count} drafts are left`)
  return wrong.length === 0 && slots!.calls === 1 && drafts!.count === 0
}

async function freePort(): Promise<number> {
  const probe = Bun.serve({ port: 0, fetch: () => new Response() })
  const { port } = probe
  await probe.stop(true)
  return port!
}

async function ready(): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    if (answer?.ok) return
    await Bun.sleep(50)
  }
  throw new Error(`${origin} does not answer.`)
}

async function chooseServer(): Promise<{ url: string; stop: () => void }> {
  if (process.env.BENCH_DATABASE_URL) return { url: process.env.BENCH_DATABASE_URL, stop: () => {} }
  const { startEmbedded } = await import('#database/embedded.ts')
  return await startEmbedded(join(projectRoot, '.data/bench/postgres'))
}
