import { existsSync, rmSync, statfsSync } from 'node:fs'
import { resolve } from 'node:path'
import { applyRoleSettings } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { grantRights, makeAccount } from '#database/rights.ts'
import { openSql, type Sql } from '#database/sql.ts'
import { projectRoot } from '#process/project-root.ts'
import { applySandboxSchema } from '../src/sandbox/payments/start-payments-sandbox.ts'

/** `url` is a pooler's where TEST_DATABASE_POOLER names one in front of the server: what a site does is then tried through it. */
export type TestDatabase = {
  sql: Sql
  url: string
  directUrl: string
  /** The same database as the roles that a site signs in with (sql/rights.sql); `sql` is its owner's. */
  roles: { siteUrl: string; queueUrl: string }
  close: () => Promise<void>
}

type Server = { url: string; stop: () => Promise<void>; name: string }

let running: Promise<Server & { template: string }> | undefined
let made = 0

/** Nothing of a server of tests has to survive a crash. */
const withoutSafety = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
]

/**
 * A migrated database of its own on a real PostgreSQL 18: a clone of a template that was migrated once for the whole run.
 *
 * The server is the one of TEST_DATABASE_URL, or a container where a Docker engine answers, or the embedded one; the run says which. With
 * TEST_DATABASE=container a run without an engine fails.
 *
 * @param from another template of the same server.
 */
export async function openTestDatabase(from?: string | null): Promise<TestDatabase> {
  const { url, template } = await startTestServer()
  const name = `test_${process.pid}_${++made}`
  await cloneTemplate(url, { name, template: from ?? template })
  const directUrl = withDatabase(url, name)
  const databaseUrl = withDatabase(process.env.TEST_DATABASE_POOLER ?? url, name)
  // A clone of the template has none of its settings.
  await onServer(directUrl, applyRoleSettings)
  const sql = openSql(databaseUrl, { connections: 5 })
  return {
    sql,
    url: databaseUrl,
    directUrl,
    roles: { siteUrl: asAccount(directUrl, template, 'site'), queueUrl: asAccount(directUrl, template, 'queue') },
    close: async () => {
      await sql.end({ timeout: 1 })
      await onServer(url, async (admin) => {
        await connectionsGone(admin, name)
        await admin.unsafe(`drop database if exists ${name} with (force)`)
      })
    },
  }
}

/** By way of files: through the log, which is the default, each clone takes twice the processor's time. */
export async function cloneTemplate(
  url: string,
  { name, template }: { name: string; template: string },
): Promise<void> {
  await onServer(url, (sql) => sql.unsafe(`create database ${name} template ${template} strategy file_copy`))
}

/**
 * Waits until nobody is connected any more, for ten seconds at most. The queue's library ends its connections without waiting for
 * them: one that is cut off instead reports an error where nothing listens any longer.
 */
async function connectionsGone(admin: Sql, name: string): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await Bun.sleep(20)) {
    const found = await admin`select from pg_stat_activity where datname = ${name}`
    if (found.length === 0) return
  }
}

/**
 * The server and its migrated template, started at the first call. TEST_DATABASE_TEMPLATE names a template that is there already:
 * so the whole test run starts one for all its processes.
 */
export function startTestServer(): Promise<Server & { template: string }> {
  running ??= start()
  return running
}

/** Ends what this process has started: its template, and its server if it is its own. */
export async function stopTestServer(): Promise<void> {
  if (!running) return
  const { url, template, stop } = await running
  running = undefined
  if (process.env.TEST_DATABASE_TEMPLATE) return
  await onServer(url, async (sql) => {
    const databases = await sql<
      { datname: string }[]
    >`select datname from pg_database where datname = ${template} or starts_with(datname, ${`${template}_`})`
    for (const { datname } of databases) await sql.unsafe(`drop database ${datname} with (force)`)
    const roles = await sql<
      { rolname: string }[]
    >`select rolname from pg_roles where starts_with(rolname, ${`${template}_`})`
    for (const { rolname } of roles) await sql.unsafe(`drop role ${rolname}`)
  }).catch(() => {})
  await stop()
}

async function start(): Promise<Server & { template: string }> {
  const server = await chooseServer()
  const given = process.env.TEST_DATABASE_TEMPLATE
  if (given) return { ...server, template: given }
  console.info(`Tests run on ${server.name}.`)
  const template = `template_${process.pid}`
  await makeTemplate(server.url, template)
  return { ...server, template }
}

async function chooseServer(): Promise<Server> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {}, name: 'the PostgreSQL of TEST_DATABASE_URL' }
  try {
    return await startContainer()
  } catch (problem) {
    if (process.env.TEST_DATABASE === 'container') throw problem
    console.info(`No container: ${(problem as Error).message.slice(0, 120)}`)
  }
  const { startEmbedded } = await import('#database/embedded.ts')
  // A server of this run's own, so that two runs at once do not end each other's.
  const folder = hasMemory()
    ? `${memory}/test-postgres-${process.pid}`
    : resolve(projectRoot, `.data/test-postgres-${process.pid}`)
  const embedded = await startEmbedded(folder, { settings: withoutSafety })
  const stop = async () => {
    embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: embedded.url, stop, name: 'the embedded PostgreSQL 18' }
}

/** Files in memory: on a disk, the seven hundred of each clone can take ten times the processor's time. */
const memory = '/dev/shm'

function hasMemory(): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 2 ** 31
}

/** @throws where no Docker engine answers, or it cannot bring the image. */
async function startContainer(): Promise<Server> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const container = await new GenericContainer('postgres:18-alpine')
    .withEnvironment({ POSTGRES_PASSWORD: 'test' })
    .withCommand(['postgres', ...['max_connections=200', ...withoutSafety].flatMap((setting) => ['-c', setting])])
    .withTmpFs({ '/var/lib/postgresql': 'rw' })
    .withExposedPorts(5432)
    // The image starts the server twice: once for itself to set it up.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start()
  return {
    url: `postgres://postgres:test@${container.getHost()}:${container.getMappedPort(5432)}/postgres`,
    stop: async () => void (await container.stop()),
    name: 'postgres:18-alpine in a container',
  }
}

async function makeTemplate(url: string, name: string): Promise<void> {
  await onServer(url, (sql) => sql.unsafe(`create database ${name}`))
  const sql = openSql(withDatabase(url, name), { connections: 2 })
  const outcome = await migrate(sql, withDatabase(url, name))
  if (outcome.kind !== 'migrated') throw new Error('The template could not be migrated.')
  await applySandboxSchema(sql)
  await grantRights(sql)
  for (const group of ['site', 'queue'] as const)
    await makeAccount(sql, { url: asAccount(url, name, group), ownerUrl: url, group })
  await sql.end()
}

/** The accounts of a template are those of its clones, which keep the rights that it gave. */
function asAccount(url: string, template: string, group: 'site' | 'queue'): string {
  const changed = new URL(url)
  changed.username = `${template}_${group}_account`
  changed.password = 'test'
  return changed.href
}

async function onServer(url: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = openSql(url, { connections: 1 })
  try {
    await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
