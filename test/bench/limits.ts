import { join } from 'node:path'
import { migrate } from '#database/migrate.ts'
import { openSql } from '#database/sql.ts'
import { projectRoot } from '#process/project-root.ts'
import { fillRegister } from './fill.ts'
import { residentMegabytes } from './process-figures.ts'

// `bun src/build/build.ts && bun test/bench/limits.ts [SECONDS]`: more and more at once of each thing that people do, on the built site in
// one process with 2,500 entries, until it answers slowly or not at all. For webhooks, `bun test/bench/webhooks.ts`.
// BENCH_DATABASE_URL names the server to make the database on; without it the embedded one is started.

const seconds = Number(process.argv[2] ?? 5)
const steps = [8, 32, 128, 512]
const port = 3934
const origin = `http://127.0.0.1:${port}`

const server = await chooseServer()
const name = `limits_${process.pid}`
const admin = openSql(server.url, { connections: 1 })
await admin.unsafe(`create database ${name}`)
const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href
const sql = openSql(url, { connections: 1 })
await migrate(sql, url)
await fillRegister(sql, 2500, new Date().toISOString().slice(0, 10))
const site = Bun.spawn(['bun', join(projectRoot, 'dist/server/main.js')], {
  env: {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: String(port),
    PUBLIC_URL: origin,
    DATABASE_URL: url,
    SESSION_SECRET: 'only-for-measuring-where-the-limits-are',
    SIGNING_SECRET: 'only-for-measuring-and-for-nothing-else-at-all',
    SANDBOX: 'payments,companies,addresses,mail',
    TRUST_PROXY: '1',
    LOG_REQUESTS: '0',
  },
  stdout: 'ignore',
  stderr: 'inherit',
})

/** Each does its thing once and says whether it worked. */
const things: Record<string, () => Promise<boolean>> = {
  'cached page': async () => await gets('/listings'),
  'page made': async () => await gets(`/listings?n=${Bun.randomUUIDv7()}`),
  search: async () => await gets(`/listings?q=${Bun.randomUUIDv7().slice(-3)}`),
  enquiry: async () =>
    await posts('/api/contact', { name: 'Load', email: 'load@measure.example', message: 'How many?' }),
  application: async () => await applies(),
}

try {
  await answers()
  console.info(
    '| What | at once | a second | p50 ms | p99 ms | failed | memory MB |\n| --- | --- | --- | --- | --- | --- | --- |',
  )
  for (const [thing, once] of Object.entries(things)) {
    for (const atOnce of steps) await measure(thing, atOnce, once)
    // What a flood of writes has left behind in the queue is not part of the next thing.
    await queueIsEmpty()
  }
} finally {
  site.kill('SIGKILL')
  await site.exited
  await sql.end()
  await admin.unsafe(`drop database ${name} with (force)`)
  await admin.end()
  server.stop()
}

async function measure(thing: string, atOnce: number, once: () => Promise<boolean>): Promise<void> {
  const took: number[] = []
  let failed = 0
  const end = performance.now() + seconds * 1000
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        const start = performance.now()
        const worked = await once().catch(() => false)
        took.push(performance.now() - start)
        if (!worked) failed++
      }
    }),
  )
  const rate = took.length / ((performance.now() - began) / 1000)
  took.sort((a, b) => a - b)
  const at = (share: number) => Math.round(took[Math.floor(took.length * share)] ?? 0)
  console.info(
    `| ${[thing, atOnce, Math.round(rate), at(0.5), at(0.99), failed, residentMegabytes(site.pid)].join(' | ')} |`,
  )
}

async function gets(path: string): Promise<boolean> {
  const headers = { 'accept-encoding': 'zstd', 'x-forwarded-for': someAddress() }
  const response = await fetch(origin + path, { headers, decompress: false })
  await response.arrayBuffer()
  return response.ok
}

async function posts(path: string, body: unknown, headers: Record<string, string> = {}): Promise<boolean> {
  return (await post(path, body, headers)).ok
}

function someAddress(): string {
  const part = () => Math.floor(Math.random() * 250) + 1
  return `10.${part()}.${part()}.${part()}`
}

/** From an address of its own each time: one person does not do that so often. */
async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin,
      'x-forwarded-for': someAddress(),
      ...headers,
    },
    body: JSON.stringify(body),
  })
  await response.clone().arrayBuffer()
  return response
}

/** An organisation and its application, as the wizard sends them: two calls, the second with the cookie of the first. */
async function applies(): Promise<boolean> {
  const made = await post('/api/organisations', {
    name: 'Measured Fairs Ltd',
    contactName: 'Load',
    email: 'load@measure.example',
    phone: '0161 496 0199',
  })
  if (!made.ok) return false
  const { id } = (await made.json()) as { id: string }
  const cookie = made.headers.getSetCookie().map((line) => line.split(';')[0]!)
  const eventDraft = {
    title: 'Measured Fair',
    date: '2027-08-21',
    eventType: 'physical',
    venue: 'Hall',
    address: '1 Street',
    city: 'Leeds',
    category: 'Other',
  }
  return await posts('/api/applications', { organisationId: id, eventDraft }, { cookie: cookie.join('; ') })
}

async function queueIsEmpty(): Promise<void> {
  for (let second = 0; second < 120; second++) {
    const [row] = await sql<{ due: number }[]>`
      select count(*)::int as due from graphile_worker.jobs where run_at <= now() and attempts = 0`
    if (row!.due === 0) return
    await Bun.sleep(1000)
  }
}

async function answers(): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if ((await fetch(`${origin}/readyz`).catch(() => null))?.ok) return
    await Bun.sleep(50)
  }
  throw new Error('The site does not answer.')
}

async function chooseServer(): Promise<{ url: string; stop: () => void }> {
  const given = process.env.BENCH_DATABASE_URL
  if (given) return { url: given, stop: () => {} }
  const { startEmbedded } = await import('#database/embedded.ts')
  return await startEmbedded(join(projectRoot, '.data/bench/limits-postgres'))
}
