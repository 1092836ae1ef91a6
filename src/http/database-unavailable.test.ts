import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { addApplication } from '#test/add-application.ts'
import '#test/browser-build.ts'
import { openDatabase } from '#database/connect.ts'
import { type EmbeddedServer, startEmbedded } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { readEnv } from '#env.ts'
import { queueCrmUpdate } from '#features/applications/crm/server/queue-crm-update.ts'
import { createLog } from '#process/log.ts'
import { projectRoot } from '#process/project-root.ts'
import { type Site, startSite } from '#site.ts'
import { until } from '#test/until.ts'

// A PostgreSQL of this file's own, which it stops and starts. The tests follow one another: before, while and after it is away.

const folder = resolve(projectRoot, `.data/test-away-${process.pid}`)
let postgres: EmbeddedServer
let databasePort: number
let site: Site
let closeDatabase: () => Promise<void>
let origin: string
let cookies: string
const logged: string[] = []
/** A CRM that thinks about a delivery until it is let go. */
const thinking = Promise.withResolvers<void>()
const asked = Promise.withResolvers<void>()
let deliveries = 0
const crm = Bun.serve({
  port: 0,
  fetch: async () => {
    deliveries++
    asked.resolve()
    await thinking.promise
    return new Response()
  },
})

beforeAll(async () => {
  databasePort = await freePort()
  postgres = await startEmbedded(folder, { port: databasePort })
  const port = await freePort()
  origin = `http://localhost:${port}`
  const read = readEnv({ PORT: String(port), PUBLIC_URL: origin, DATABASE_URL: postgres.url })
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  const database = await openDatabase(read.env)
  closeDatabase = database.close
  await migrate(database.sql, database.url)
  const env = { ...read.env, crm: { url: `http://127.0.0.1:${crm.port}/`, secret: 'only-for-this-one-test' } }
  site = await startSite(env, database, { log: createLog((line) => logged.push(line)), demoData: true })
  for (const path of ['/', '/listings', '/contact']) expect((await get(path)).status).toBe(200)
  const { email, password } = read.env.admin!
  const signedIn = await post('/admin/sign-in', { email, password })
  cookies = signedIn.headers.getSetCookie()[0]!.split(';')[0]!
  expect((await get('/admin', { cookie: cookies })).status).toBe(200)
  // A job that is in the middle of its work when the database goes.
  const { id } = await addApplication(site.services.sql, { status: 'approved' })
  await site.services.sql.begin((transaction) =>
    queueCrmUpdate(
      transaction,
      { applicationId: id, status: 'assessment_requested', selectedOptions: [] },
      site.services,
    ),
  )
  await asked.promise
  postgres.stop()
  thinking.resolve()
}, 60_000)

afterAll(async () => {
  await site.stop()
  await closeDatabase()
  postgres.stop()
  await crm.stop(true)
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(origin + path, { headers, redirect: 'manual' })
const post = (path: string, form: Record<string, string>) =>
  fetch(origin + path, { method: 'POST', redirect: 'manual', headers: { origin }, body: new URLSearchParams(form) })
const call = (path: string, body: unknown) =>
  fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(body),
  })

const enquiry = { name: 'Robin "R" Ostler', email: 'robin@ostler.example', message: 'First line\nand <b>another</b>' }

test('cached pages are served while the database is unavailable', async () => {
  for (const path of ['/', '/listings', '/contact']) {
    const response = await get(path)
    expect(response.status).toBe(200)
    await response.text()
  }
})

test('the process lives, and says that it is not ready', async () => {
  expect((await get('/healthz')).status).toBe(200)
  expect((await get('/readyz')).status).toBe(503)
})

test('a page that is not kept says so in plain words, and when to come again', async () => {
  for (const path of ['/events', '/listings?city=Leeds', '/listings.rss']) {
    const response = await get(path)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('15')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toContain('We cannot reach our records at the moment.')
  }
})

test('a move within the site gets the same page as data', async () => {
  const response = await get('/events', { accept: 'application/json' })
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ page: 'unavailable', status: 503 })
})

test('someone signed in is not taken for a stranger', async () => {
  const response = await get('/admin', { cookie: cookies })
  expect(response.status).toBe(503)
})

test('a call fails in the documented shape', async () => {
  for (const answer of [await call('/api/contact', enquiry), await get('/api/events?city=Leeds')]) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('15')
    expect(await answer.json()).toEqual({
      error: 'We cannot reach our records at the moment. Nothing was saved. Please try again in a minute.',
      kind: 'unavailable',
      reference: expect.any(String),
    })
  }
})

test('a form without a script keeps what was typed, for one press to send it again', async () => {
  const response = await post('/contact', enquiry)
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('15')
  const fields = await hiddenFields(response)
  expect(fields).toEqual(enquiry)
})

test('a password is not put into a page', async () => {
  const response = await post('/admin/sign-in', { email: 'someone@ostler.example', password: 'hunter-hunter-2' })
  expect(response.status).toBe(503)
  const html = await response.text()
  expect(html).not.toContain('hunter-hunter-2')
  expect(html).toContain('Please go back and send it again')
})

test('a crowd is refused at once instead of waiting in line', async () => {
  const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => get(`/listings?city=Town${index}`)))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([503]))
})

test('all by itself the site is back when the database is', async () => {
  const held = await hiddenFields(await post('/contact', enquiry))
  postgres = await startEmbedded(folder, { port: databasePort })
  await until(async () => (await get('/readyz')).status === 200)
  // The page's own form, sent again.
  expect((await post('/contact', held)).status).toBe(303)
  const stored = await site.services.sql`select name, email, message from contact_enquiries`
  expect([...stored]).toEqual([enquiry])
  expect((await get('/events')).status).toBe(200)
  expect((await get('/admin', { cookie: cookies })).status).toBe(200)
  expect((await call('/api/contact', enquiry)).status).toBe(200)
  expect(logged.some((line) => line.includes('"database back"'))).toBe(true)
}, 30_000)

test('notices of changed pages are heard again', async () => {
  await until(async () => {
    await get('/partners')
    const name = `Partner ${Bun.randomUUIDv7()}`
    await site.services.sql`insert into partners (name) values (${name})`
    for (let attempt = 0; attempt < 20; attempt++) {
      if ((await (await get('/partners')).text()).includes(name)) return true
      await Bun.sleep(25)
    }
    return false
  })
}, 30_000)

test('the queue works on', async () => {
  await until(async () => {
    const [mail] = await site.services.sql`select count(*)::int as waiting from mails where state = 'waiting'`
    return mail!.waiting === 0
  })
}, 30_000)

test('a job that lost its database in the middle of its work is done again, and no lock of it stays behind', async () => {
  await until(async () => {
    const [update] = await site.services.sql`select state from crm_updates`
    const [locked] = await site.services
      .sql`select count(*)::int as jobs from graphile_worker.jobs where locked_at is not null`
    return update!.state === 'delivered' && locked!.jobs === 0
  })
  expect(deliveries).toBe(2)
  expect(logged.filter((line) => line.includes('queue begun again'))).toHaveLength(1)
}, 30_000)

test('the log of all this holds nothing that was typed', () => {
  const text = logged.join('')
  expect(text).toContain('"database away"')
  for (const typed of ['ostler', 'Robin', 'another', 'hunter', cookies.split('=')[1]!])
    expect(text.includes(typed)).toBe(false)
})

/** The fields of the page's form, as a browser would send them. */
async function hiddenFields(response: Response): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  await new HTMLRewriter()
    .on('form[action="/contact"] input[type=hidden]', {
      element: (input) => {
        fields[input.getAttribute('name')!] = decode(input.getAttribute('value')!)
      },
    })
    .transform(response)
    .text()
  return fields
}

function decode(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

async function freePort(): Promise<number> {
  return await new Promise((resolvePort) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolvePort(port))
    })
  })
}
