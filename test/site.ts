import { applyRoleSettings } from '#database/connect.ts'
import { openSql } from '#database/sql.ts'
import type { Env } from '#env.ts'
import { readEnv } from '#env.ts'
import { createLog } from '#process/log.ts'
import { type Site, startSite } from '#site.ts'
import './browser-build.ts'
import { openTestDatabase, startTestServer, type TestDatabase } from './database.ts'
import { demonstrationTemplate } from './demonstration.ts'
import { freePort } from './free-port.ts'

// At the import, since a hook of a test may not take as long as a server's first start.
await startTestServer()

export type TestSite = Site & TestDatabase & Requests & { logged: string[]; admin: { email: string; password: string } }

type Headers = Record<string, string>
/** What a visitor's browser sends; where an answer leads is not followed. */
type Requests = {
  get: (path: string, headers?: Headers) => Promise<Response>
  /** A form of the site's own, without a script. */
  post: (path: string, form?: Record<string, string> | string[][], headers?: Headers) => Promise<Response>
  /** A call of the API with JSON. */
  call: (path: string, body: unknown, headers?: Headers) => Promise<Response>
}

/**
 * The whole site on a free port with a database of its own: every sandbox, the queue, the demonstration data. It signs in with the roles that
 * own nothing; `sql`, for the test's own use, is the owner's.
 */
export async function openTestSite(
  options: { now?: () => Date; demoData?: boolean; demoCases?: boolean; scheduled?: boolean; env?: Partial<Env> } = {},
): Promise<TestSite> {
  const isOfToday = options.demoData !== false && !options.now && !options.env
  const database = await openTestDatabase(isOfToday ? demonstrationTemplate() : null)
  const signIn = await asRoles(database)
  const port = await freePort()
  const read = readEnv({
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: database.url,
    DATABASE_DIRECT_URL: database.directUrl,
  })
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  const logged: string[] = []
  // By chance nothing is sampled, but where a test asks for it.
  const env = { ...read.env, reviewSamplePercent: 0, ...signIn.env, ...options.env }
  const site = await startSite(env, signIn.database, {
    log: createLog((line) => logged.push(line)),
    demoData: options.demoData ?? true,
    // Tests count what they add.
    demoCases: options.demoCases ?? false,
    // A test must not depend on the minute it runs in; with this set it has the clock's jobs, and the log and credentials are signed.
    scheduled: options.scheduled ?? false,
    ...(options.now ? { now: options.now } : {}),
  })
  return {
    ...database,
    ...site,
    ...requestsTo(env.publicUrl),
    // The public address, so that Origin and cookies are those of a visitor.
    origin: env.publicUrl,
    logged,
    admin: env.admin!,
    close: async () => {
      await site.stop()
      await signIn.close()
      await database.close()
    },
  }
}

function requestsTo(origin: string): Requests {
  const send = (path: string, body: BodyInit, headers: Headers) =>
    fetch(origin + path, { method: 'POST', redirect: 'manual', headers: { origin, ...headers }, body })
  return {
    get: (path, headers = {}) => fetch(origin + path, { redirect: 'manual', headers }),
    post: (path, form = {}, headers = {}) => send(path, new URLSearchParams(form), headers),
    call: (path, body, headers = {}) =>
      send(path, JSON.stringify(body), { 'content-type': 'application/json', ...headers }),
  }
}

/** How the site signs in. Through a pooler it does so as the owner: the pooler knows one account. */
async function asRoles(database: TestDatabase) {
  if (database.url !== database.directUrl) return { database, env: {}, close: async () => {} }
  const { siteUrl, queueUrl } = database.roles
  for (const url of [siteUrl, queueUrl]) {
    const sql = openSql(url, { connections: 1 })
    await applyRoleSettings(sql)
    await sql.end()
  }
  const sql = openSql(siteUrl, { connections: 5 })
  return {
    database: { sql, url: siteUrl, directUrl: siteUrl, close: async () => {} },
    env: { databaseQueueUrl: queueUrl },
    close: () => sql.end({ timeout: 1 }),
  }
}
