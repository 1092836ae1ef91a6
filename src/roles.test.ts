import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import '#test/browser-build.ts'
import { openTestDatabase, startTestServer, type TestDatabase } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { addJob } from './database/add-job.ts'
import { projectRoot } from './process/project-root.ts'

// Four real processes on one database, as an operator runs them apart: two that answer requests and two that work jobs and sign the log.

await startTestServer()

type Run = { child: Subprocess; origin: string; metrics: () => Promise<string> }

const folder = mkdtempSync(join(tmpdir(), 'roles-'))
const running: Subprocess[] = []
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  for (const child of running) {
    child.kill('SIGKILL')
    await child.exited
  }
  await database.close()
  rmSync(folder, { recursive: true })
})

const publicUrl = `http://localhost:${await freePort()}`
const signingSecret = 'a signing secret of the roles, long enough'
const admin = { email: 'owner@register.example', password: 'a wardrobe full of herring' }

async function start(
  role: string,
  more: Record<string, string> = {},
  stdout: 'ignore' | 'pipe' = 'ignore',
): Promise<Run> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const child = Bun.spawn(['bun', join(projectRoot, 'src/main.ts')], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      ROLE: role,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      PUBLIC_URL: publicUrl,
      DATABASE_URL: database.url,
      DATABASE_CONNECTIONS: '5',
      SESSION_SECRET: 'a secret of the roles that is long enough',
      SANDBOX: 'payments,companies,addresses,mail',
      ADMIN_REQUIRE_2FA: 'off',
      TRUST_PROXY: '1',
      LOG_REQUESTS: '0',
      ...more,
    },
    stdout,
    stderr: 'inherit',
  })
  running.push(child)
  const metrics = async () => await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return { child, origin: `http://127.0.0.1:${port}`, metrics }
}

/** Each on a machine of its own, with a folder of its own for the last checkpoint. */
const startWorker = (name: string) =>
  start('worker', { SIGNING_SECRET: signingSecret, DATA_FOLDER: join(folder, name) })
const isReady = async ({ origin }: Run) => (await fetch(`${origin}/readyz`)).ok

test('two processes answer requests and two work jobs: each does its own part, and every change is in the log once', async () => {
  const { sql } = database
  const web = await start('web', { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password })
  await until(() => isReady(web))
  // It adds jobs and works none, and has no key to sign with.
  await addJob(sql, 'forget-company-answers', {}, { key: 'from-the-test' })
  const waiting = async () => (await sql`select from graphile_worker.jobs where key = 'from-the-test'`).length
  await Bun.sleep(300)
  expect(await waiting()).toBe(1)
  expect((await fetch(`${web.origin}/log/checkpoint`)).status).toBe(404)
  expect(await web.metrics()).not.toMatch(/^(queue_|mails|payment_events|log_)/m)

  const [other, first, second] = await Promise.all([
    start('web', { SIGNING_SECRET: signingSecret }, 'pipe'),
    startWorker('first'),
    startWorker('second'),
  ])
  await Promise.all([other, first, second].map((each) => until(() => isReady(each))))
  await until(async () => (await waiting()) === 0)
  // A register without an entry has a signed log of nothing, whose root is the hash of nothing (RFC 6962, 2.1).
  const checkpoint = async (from: Run) => (await (await fetch(`${from.origin}/log/checkpoint`)).text()).split('\n')
  expect(await checkpoint(other)).toMatchObject({
    1: '0',
    2: new Bun.CryptoHasher('sha256').update('').digest('base64'),
  })
  for (const path of ['/', '/listings', '/api/events', '/log/checkpoint', '/admin'])
    expect({ path, status: (await fetch(first.origin + path)).status }).toEqual({ path, status: 404 })
  expect((await fetch(`${first.origin}/healthz`)).status).toBe(200)
  expect(await first.metrics()).toMatch(/^log_unsigned_seconds 0$/m)
  expect(await first.metrics()).not.toMatch(/^http_.+count/m)

  await sql`
    insert into register_entries (number, slug, status, valid_from, valid_until, title, organiser, category, sector)
    select 'N-' || n, 'n-' || n, 'active', now(), now() + interval '1 year', 'Title ' || n, 'Organiser', 'Other', 'culture'
    from generate_series(1, 10) as n`
  const ids = (await sql<{ id: string }[]>`select id from register_entries order by number`).map(({ id }) => id)
  const cookie = await signIn(web.origin)
  const turns = 2
  let done = 0
  await Promise.all(
    Array.from({ length: 50 }, async (_, writer) => {
      for (let turn = 0; turn < turns; turn++) {
        const id = ids[(writer * 7 + turn * 3) % ids.length]!
        const status = await decide((writer + turn) % 2 ? web : other, { id, cookie, writer })
        if (status === 303) done++
        // Somebody else was faster: nothing has changed.
        else expect(status).toBe(409)
        // A worker dies in the middle of it all.
        if (writer === 0 && turn === 1) first.child.kill('SIGKILL')
      }
    }),
  )
  await until(async () => (await sql`select from register_leaves where position is null`).length === 0)
  await until(async () => (await checkpoint(web))[1] === String(done + ids.length))
  expect(done).toBeGreaterThan(ids.length)
  const history = await sql`
    select entry_id, array_agg(change order by id) as changes from register_history group by entry_id order by entry_id`
  const logged = await sql`
    select entry_id, array_agg(convert_from(leaf, 'UTF8')::jsonb ->> 'change' order by position) as changes,
      array_agg((convert_from(leaf, 'UTF8')::jsonb ->> 'n')::int order by position) as numbers
    from register_leaves group by entry_id order by entry_id`
  expect(history.reduce((sum, { changes }) => sum + changes.length, 0)).toBe(done)
  expect(logged.map(({ entry_id, changes }) => [entry_id, changes.slice(1)])).toEqual(
    history.map(({ entry_id, changes }) => [entry_id, changes]),
  )
  for (const { numbers } of logged) expect(numbers).toEqual(numbers.map((_: number, at: number) => at + 1))
  const [places] = await sql`
    select count(distinct position)::int as count, max(position)::int as last from register_leaves`
  expect(places).toEqual({ count: done + ids.length, last: done + ids.length - 1 })
  expect(await isReady(second)).toBe(true)
  // A web process that was handed the workers' secret says so at its start.
  other.child.kill('SIGTERM')
  expect(await new Response(other.child.stdout as ReadableStream).text()).toContain(
    'SIGNING_SECRET is set, which a process with ROLE=web',
  )
}, 90_000)

async function signIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/admin/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: publicUrl },
    body: new URLSearchParams(admin),
  })
  expect(response.status).toBe(303)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** One writer suspends or reinstates an entry as he finds it. @returns the status of the answer */
async function decide({ origin }: Run, { id, cookie, writer }: { id: string; cookie: string; writer: number }) {
  const [entry] = await database.sql<{ status: string }[]>`select status from register_entries where id = ${id}`
  const seen = entry!.status
  const response = await fetch(`${origin}/admin/register/${id}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: publicUrl, cookie, 'x-forwarded-for': `192.0.2.${writer + 1}` },
    body: new URLSearchParams({
      intent: 'status',
      act: seen === 'suspended' ? 'reinstate' : 'suspend',
      seen,
      reason: 'By a test.',
    }),
  })
  await response.arrayBuffer()
  return response.status
}
