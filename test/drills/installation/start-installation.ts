import { join } from 'node:path'
import { openSql, type Sql } from '#database/sql.ts'
import { projectRoot } from '#process/project-root.ts'
import { freePort } from '#test/free-port.ts'
import { startBalancer } from '../start-balancer.ts'
import { type PairServer, startPair } from '../start-pair.ts'
import { startPgbouncer } from '../start-pgbouncer.ts'
import type { RequestCounter } from './count-requests.ts'
import { driveLoad } from './drive-load.ts'
import { type SiteProcess, siteProcess } from './site-process.ts'
import { startOutside } from './start-outside.ts'

const database = 'accreditation'
const admin = { email: 'desk@measure.example', password: 'only-for-the-drill-of-the-desk' }
const secret = 'only-for-the-drill-of-an-installation'

/**
 * Starts the whole installation on this machine; what processes say and their data lie below `folder`.
 *
 * @param ends what ends a part of it, added as the parts are started: to be run from the last to the first, also where this throws.
 */
export async function startInstallation(folder: string, counter: RequestCounter, ends: (() => Promise<void>)[]) {
  let { primary, replica } = await startPair(folder)
  ends.push(async () => void (await Promise.all([primary.kill(), replica.kill()])))
  await makeDatabase()
  const pgbouncer = await startPgbouncer(primary.url, databasesOf(primary))
  ends.push(pgbouncer.stop)
  const ports = {
    web: [await freePort(), await freePort(), await freePort()],
    workers: [await freePort(), await freePort()],
  }
  const listening = { tls: await freePort(), plain: await freePort(), metrics: await freePort() }
  const balancer = startBalancer({ folder, replicas: ports.web, listening })
  ends.push(balancer.kill)
  const outside = await startOutside(folder, balancer)
  ends.push(outside.stop)
  const common = {
    NODE_ENV: 'production',
    PUBLIC_URL: balancer.origin,
    DATABASE_URL: pgbouncer.urlOf(database),
    DATABASE_DIRECT_URL: pgbouncer.urlOf(`${database}_direct`),
    DATABASE_CONNECTIONS: '6',
    SESSION_SECRET: secret,
    SANDBOX: 'companies,addresses',
    ...outside.settings,
    LOG_REQUESTS: '0',
    TRUST_PROXY: '1',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ADMIN_REQUIRE_2FA: 'off',
  }
  const webSettings = { ...common, ROLE: 'web', DRAIN_SECONDS: '2', DATABASE_READ_URL: addressOf(replica, 'site') }
  const queueAddress = pgbouncer.urlOf(`${database}_queue`)
  const workerSettings = { ...common, ROLE: 'worker', SIGNING_SECRET: secret, DATABASE_QUEUE_URL: queueAddress }
  const [web, workers] = await Promise.all([
    Promise.all(ports.web.map((port, index) => start(`web-${index}`, port, webSettings))),
    Promise.all(ports.workers.map((port, index) => start(`worker-${index}`, port, workerSettings))),
  ])
  for (const each of [primary, replica]) await setSynchronous(each, '*')
  let stored: Sql | undefined
  return {
    balancer,
    pgbouncer,
    web,
    workers,
    outside,
    drive: () => driveLoad({ balancer, counter, outside, admin }),
    failOver,
    promoteAfterCrash,
    verifyLog,
    /** Which processes are not ready. */
    unready: async () => {
      const found = await Promise.all(
        [...ports.web, ...ports.workers].map(async (port) => {
          const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
          return answer?.ok ? [] : [port]
        }),
      )
      return found.flat()
    },
    /** The database as its owner, where it is now; asked for once it moves no more. */
    sql: () => {
      if (stored) return stored
      const sql = openSql(addressOf(primary, 'owner'), { connections: 2 })
      ends.push(() => sql.end({ timeout: 1 }))
      stored = sql
      return sql
    },
  }

  async function start(name: string, port: number, settings: Record<string, string>): Promise<SiteProcess> {
    const started = siteProcess({ name, port, logs: folder, settings })
    ends.push(started.end)
    await started.start(projectRoot)
    return started
  }

  /** As `bun run migrate` does it for an operator, with a role for the site and one for the queue. */
  async function makeDatabase(): Promise<void> {
    await primary.on((sql) => sql.unsafe(`create database ${database}`))
    const child = Bun.spawn(['bun', join(projectRoot, 'dist/server/migrate.js')], {
      env: {
        PATH: process.env.PATH ?? '',
        DATABASE_MIGRATION_URL: addressOf(primary, 'owner'),
        DATABASE_URL: addressOf(primary, 'site'),
        DATABASE_QUEUE_URL: addressOf(primary, 'queue'),
      },
      stdout: 'ignore',
      stderr: 'inherit',
    })
    if ((await child.exited) !== 0) throw new Error('The database could not be made.')
  }

  /** The steps of docs/several-processes.md, "Failing over": the replica becomes the primary, and the primary its replica. */
  async function failOver(): Promise<void> {
    const [was, becomes] = [primary, replica]
    await was.on((sql) => sql`checkpoint`)
    await pause()
    for (const name of pastPooling) await pgbouncer.command(`KILL ${name}`)
    await was.stop()
    await becomes.on((sql) => sql`select pg_promote()`)
    was.follow(becomes)
    const following = was.start()
    pgbouncer.configure(databasesOf(becomes))
    await pgbouncer.command('RELOAD')
    for (const name of [database, ...pastPooling]) await pgbouncer.command(`RESUME ${name}`)
    await following
    ;[primary, replica] = [becomes, was]
  }

  /** Waits four seconds for the transactions that have begun, then lets everything go on and tries again. */
  async function pause(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const paused = pgbouncer.command(`PAUSE ${database}`).then(
        () => true,
        () => false,
      )
      if (await Promise.race([paused, Bun.sleep(4000).then(() => false)])) return
      console.info(`PAUSE, attempt ${attempt}, waited for:`)
      console.table(await primary.on(listActive))
      console.table(
        (await pgbouncer.command('SHOW SERVERS')).map(({ database, state, link }) => ({ database, state, link })),
      )
      await pgbouncer.command(`RESUME ${database}`)
      if (attempt === 5) throw new Error('PgBouncer could not be paused.')
      await Bun.sleep(1000)
    }
  }

  /** The primary is gone for good: the replica takes its place alone. */
  async function promoteAfterCrash(): Promise<void> {
    const becomes = replica
    await primary.kill()
    await setSynchronous(becomes, '')
    await becomes.on((sql) => sql`select pg_promote()`)
    pgbouncer.configure(databasesOf(becomes))
    await pgbouncer.command('RELOAD')
    ;[primary, replica] = [becomes, primary]
  }

  /** `bun run verify-log`, which keeps what it saw from one time to the next. */
  async function verifyLog(): Promise<{ holds: boolean; says: string }> {
    const file = join(folder, 'verify-log.json')
    const command = join(projectRoot, 'src/commands/verify-log.ts')
    const child = Bun.spawn(['bun', command, balancer.origin, '--file', file, '--entries', '1000'], {
      env: { PATH: process.env.PATH ?? '', NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const says = (await new Response(child.stdout).text()) + (await new Response(child.stderr).text())
    return { holds: (await child.exited) === 0, says: says.trim() }
  }
}

const listActive = (sql: Sql) => sql<Record<string, unknown>[]>`
  select pid, usename, state, wait_event, now() - xact_start as since, left(query, 80) as query from pg_stat_activity
  where datname = ${database} and xact_start is not null and pid <> pg_backend_pid()`

/** Whom a commit waits for: `*` for any replica that follows, nothing for nobody. */
async function setSynchronous(server: PairServer, names: string): Promise<void> {
  await server.on((sql) => sql.unsafe(`alter system set synchronous_standby_names = '${names}'`))
  await server.on((sql) => sql`select pg_reload_conf()`)
}

/** Pooled by session, for what belongs to a connection; at PgBouncer all the same, so that one address follows the primary. */
const pastPooling = [`${database}_direct`, `${database}_queue`]

function databasesOf({ port }: PairServer): string {
  const at = `host=127.0.0.1 port=${port} dbname=${database}`
  return `${database} = ${at} user=drill_site
${database}_direct = ${at} user=drill_site pool_mode=session pool_size=20
${database}_queue = ${at} user=drill_queue pool_mode=session pool_size=40`
}

function addressOf({ port }: PairServer, who: 'owner' | 'site' | 'queue'): string {
  const name = who === 'owner' ? 'postgres' : `drill_${who}`
  return `postgres://${name}@127.0.0.1:${port}/${database}`
}
