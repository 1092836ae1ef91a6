import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Subprocess } from 'bun'
import '#test/browser-build.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { type DatabaseRoad, openDatabaseRoad } from '#test/database-road.ts'
import { until } from '#test/until.ts'
import { addJob } from './database/add-job.ts'
import { type EmbeddedServer, startEmbedded } from './database/embedded.ts'
import { openSql } from './database/sql.ts'
import { projectRoot } from './process/project-root.ts'

// The process as an operator meets it: how it starts, says what keeps it from starting, and ends.

type Run = { child: Subprocess; origin: string; said: () => Promise<string> }

const running = new Set<Subprocess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

describe('settings of the database that cannot work end the process with their own sentence', () => {
  // A server of this test's own, which asks for a password.
  const folder = resolve(projectRoot, `.data/test-main-${process.pid}`)
  let strict: EmbeddedServer
  const silent = createServer(() => {})
  beforeAll(async () => {
    strict = await startEmbedded(folder)
    const sql = openSql(strict.url, { connections: 1 })
    await sql`create role visitor login password 'the right one'`
    await sql`create role stranger login`
    await sql`create role guest login`
    const [{ hba_file: rules }] = (await sql`show hba_file`) as unknown as [{ hba_file: string }]
    writeFileSync(
      rules,
      'host all visitor all scram-sha-256\nhostnossl all stranger all reject\nhost all all all trust\n',
    )
    await sql`select pg_reload_conf()`
    await sql.end()
    await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready))
  }, 60_000)
  afterAll(() => {
    silent.close()
    strict.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('one sentence each, and no stack', async () => {
    const at = new URL(strict.url).host
    const silentPort = (silent.address() as { port: number }).port
    const expected: [string, string][] = [
      [`postgres://visitor:the-wrong-one@${at}/postgres`, `at ${at} refuses the password of "visitor" (DATABASE_URL).`],
      [`postgres://postgres@${at}/not_there`, `at ${at} has no database "not_there" (DATABASE_URL): create it first.`],
      [`postgres://nobody_here@${at}/postgres`, 'refuses the connection: role "nobody_here" does not exist.'],
      [`postgres://stranger@${at}/postgres`, 'refuses the connection: pg_hba.conf rejects connection for host'],
      [`postgres://guest@${at}/postgres`, 'the role of DATABASE_URL may not change the schema. Run "bun run migrate"'],
      ['postgres://someone@nowhere.invalid:5432/postgres', 'host of DATABASE_URL is not known: nowhere.invalid:5432.'],
      ['postgres://someone@127.0.0.1:1/postgres', 'No PostgreSQL server answers at 127.0.0.1:1 (DATABASE_URL).'],
      [
        `postgres://someone@127.0.0.1:${silentPort}/postgres`,
        `No PostgreSQL server answers at 127.0.0.1:${silentPort}`,
      ],
      [`postgres://postgres@${at}/postgres?sslmode=verify-full`, `at ${at} does not speak TLS, which sslmode`],
      [`postgres://postgres@${at}/postgres?sslmode=prefer`, 'sslmode is none of disable, require, verify-ca and'],
      [`mysql://postgres@${at}/postgres`, 'DATABASE_URL is not an address such as postgres://user:password@host'],
    ]
    const seen = await Promise.all(
      expected.map(async ([url, sentence]) => {
        const { child, said } = await start({ DATABASE_URL: url })
        const code = await child.exited
        const words = await said()
        return [
          url,
          words.includes(sentence) ? sentence : words,
          code,
          /\bat .*:\d+|the-wrong-one/.test(words.replaceAll(sentence, '').replaceAll(at, '')),
        ]
      }),
    )
    expect(seen).toEqual(expected.map(([url, sentence]) => [url, sentence, 1, false]))
    // Ten seconds for the process; the rest is for a machine that is busy with other things.
  }, 30_000)
})

describe('the process', () => {
  let database: TestDatabase
  let road: DatabaseRoad
  beforeEach(async () => {
    database = await openTestDatabase()
    road = await openDatabaseRoad(database.url)
  })
  afterEach(async () => {
    for (const child of running) {
      child.kill('SIGKILL')
      await child.exited
    }
    await road.close()
    await database.close()
  })

  test('in production prints nothing but lines of JSON, and so do the commands that containers start with', async () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://localhost',
      SESSION_SECRET: 'a'.repeat(40),
      SIGNING_SECRET: 'b'.repeat(40),
      SANDBOX: 'payments,companies,addresses,mail',
      DATABASE_URL: database.url,
    }
    const folder = mkdtempSync(join(tmpdir(), 'said-'))
    const owner = { ...production, DATABASE_MIGRATION_URL: database.url, DATABASE_URL: database.roles.siteUrl }
    const [site, wrong, away, ...commands] = await Promise.all([
      start({ ...production, LOG_REQUESTS: '1' }),
      start({ NODE_ENV: 'production' }),
      start({ ...production, DATABASE_URL: 'postgres://someone@127.0.0.1:1/postgres' }),
      start(owner, 'src/commands/migrate.ts'),
      start({ NODE_ENV: 'production' }, 'src/commands/migrate.ts'),
      start({ ...production, DATABASE_URL: 'postgres://someone@127.0.0.1:1/postgres' }, 'src/commands/migrate.ts'),
      start(production, 'src/commands/make-secrets.ts', join(folder, 'a')),
      start(production, 'src/commands/make-secrets.ts'),
    ])
    await until(async () => (await fetch(`${site.origin}/readyz`)).ok)
    site.child.kill('SIGTERM')
    const runs = [site, wrong, away, ...commands]
    const codes = await Promise.all(runs.map(({ child }) => child.exited))
    expect(codes).toEqual([0, 1, 1, 0, 1, 1, 0, 1])
    const printed: string[] = []
    for (const { said } of runs) {
      const lines = (await said()).trimEnd().split('\n')
      for (const line of lines) {
        const { time, level, event, message } = JSON.parse(line)
        expect([time, level, event]).toEqual([
          expect.any(String),
          expect.stringMatching(/^(info|error)$/),
          expect.any(String),
        ])
        if (event === 'printed') printed.push(message)
      }
    }
    rmSync(folder, { recursive: true })
    const said = printed.join('\n')
    for (const words of [
      'http://localhost',
      'The site cannot start with these settings:',
      'SESSION_SECRET is not set',
      'No PostgreSQL server answers at 127.0.0.1:1 (DATABASE_URL).',
      'The account of DATABASE_URL',
      'Secrets made.',
      'Usage: make-secrets',
    ])
      expect(said).toContain(words)
  }, 30_000)

  test('ends when it is told to while it waits for a database that says nothing', async () => {
    road.goSilent()
    const { child } = await start({ DATABASE_URL: road.url })
    await until(() => road.isAsked())
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  }, 30_000)

  test('ends when it is told to while it starts', async () => {
    const { child, origin } = await start({ DATABASE_URL: database.url })
    await until(async () => (await fetch(`${origin}/healthz`)).ok)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    // Nobody waits the hours after which the queue takes back what a dead process has locked.
    expect(await database.sql`select from graphile_worker.jobs where locked_at is not null`).toHaveLength(0)
  }, 30_000)

  test('with its connections cut while it starts, it starts whole or ends with a sentence', async () => {
    const { child, origin, said } = await start({ DATABASE_URL: database.url })
    await until(async () => (await fetch(`${origin}/healthz`)).ok)
    await database.sql.unsafe(`do $$ begin
      for time in 1..1500 loop
        perform pg_stat_clear_snapshot();
        perform pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid();
        perform pg_sleep(0.002);
      end loop;
    end $$`)
    const isReady = until(async () => (await fetch(`${origin}/readyz`)).ok)
    const code = await Promise.race([child.exited, isReady.then(() => 'ready' as const)])
    if (code === 'ready') await expectQueueToWork(database)
    else expect([code, await said()]).toEqual([1, expect.stringContaining('The site could not start.')])
  }, 60_000)

  test('on a slow machine it says that it is ready when all of it is, and ends when it is told to', async () => {
    const { child, origin } = await start({ DATABASE_URL: road.url })
    const slow = slowDown(child, 0.3)
    await until(async () => (await fetch(`${origin}/readyz`)).ok)
    // The queue's connections are those without a name.
    const [queue] = await database.sql`
      select count(*)::int as connections from pg_stat_activity
      where datname = current_database() and application_name = ''`
    expect(queue!.connections).toBeGreaterThan(0)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    await slow
  }, 60_000)

  test('told to stop, it says that it is not ready and goes on answering while a load balancer notices', async () => {
    const { child, origin } = await start({ DATABASE_URL: database.url, DRAIN_SECONDS: '3' })
    await until(async () => (await fetch(`${origin}/readyz`)).ok)
    child.kill('SIGTERM')
    await until(async () => (await fetch(`${origin}/readyz`)).status === 503)
    expect((await fetch(origin)).status).toBe(200)
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    expect(await child.exited).toBe(0)
  }, 30_000)

  test('whose connections were lost without a word works off its queue again', async () => {
    const { origin } = await start({ DATABASE_URL: road.url })
    await until(async () => (await fetch(`${origin}/readyz`)).ok)
    road.goSilent()
    await until(async () => (await fetch(`${origin}/readyz`)).status === 503)
    road.open()
    await expectQueueToWork(database)
    await until(async () => (await fetch(`${origin}/readyz`)).ok)
  }, 90_000)
})

/** A job is done: the queue of some process works. */
async function expectQueueToWork(database: TestDatabase): Promise<void> {
  await addJob(database.sql, 'forget-company-answers', {}, { key: 'from-the-test' })
  await until(
    async () => (await database.sql`select from graphile_worker.jobs where key = 'from-the-test'`).length === 0,
  )
}

/** Lets a process run for a share of the time only, until it has ended. */
async function slowDown(child: Subprocess, share: number): Promise<void> {
  while (child.exitCode === null) {
    child.kill('SIGCONT')
    await Bun.sleep(100 * share)
    child.kill('SIGSTOP')
    await Bun.sleep(100 * (1 - share))
  }
}

async function start(variables: Record<string, string>, program = 'src/main.ts', ...words: string[]): Promise<Run> {
  const port = await freePort()
  const child = Bun.spawn(['bun', join(projectRoot, program), ...words], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH ?? '', PORT: String(port), ...variables },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  running.add(child)
  void child.exited.then(() => running.delete(child))
  const said = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { child, origin: `http://127.0.0.1:${port}`, said: async () => (await said).join('') }
}

async function freePort(): Promise<number> {
  return await new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
}
