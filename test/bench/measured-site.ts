import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#database/migrate.ts'
import { openSql, type Sql } from '#database/sql.ts'
import { projectRoot } from '#process/project-root.ts'
import type { Role } from '#settings.ts'
import { freePort } from '../free-port.ts'
import { collectorSettings } from './collector-settings.ts'
import { fillRegister } from './fill.ts'

/** A process of the built site that is measured. */
export type MeasuredProcess = {
  name: string
  pid: number
  origin: string
  metricsUrl: string
  stop: () => Promise<void>
}

export type MeasuredSite = {
  sql: Sql
  url: string
  /** Starts one more process of the built site and waits until it answers. */
  start: (name: string, role: Role) => Promise<MeasuredProcess>
  /** Ends what was started and removes the database. */
  close: () => Promise<void>
}

/** What the site takes for its own address: posts that name another are refused. */
export const publicUrl = 'https://measured.example'

/** The settings of a process that is measured, but for what differs between processes. */
export const measuredSettings = (databaseUrl: string) => ({
  NODE_ENV: 'production',
  PUBLIC_URL: publicUrl,
  DATABASE_URL: databaseUrl,
  SESSION_SECRET: 'only-for-measuring-and-for-nothing-else',
  SIGNING_SECRET: 'only-for-measuring-and-for-nothing-else-at-all',
  SANDBOX: 'payments,companies,addresses,mail',
  // Each request names a visitor's address of its own.
  TRUST_PROXY: '1',
  LOG_REQUESTS: '0',
})

/**
 * A database of its own with so many invented entries, for processes of the built site. It is made on the server of DATABASE_URL; without
 * it, on the embedded one, with PostgreSQL's own settings.
 * @param name of the measurement, in small letters.
 */
export async function openMeasuredSite(name: string, entries: number): Promise<MeasuredSite> {
  const server = await chooseServer(name)
  const admin = openSql(server.url, { connections: 1 })
  const database = `${name}_${process.pid}`
  await admin.unsafe(`create database ${database}`)
  const url = Object.assign(new URL(server.url), { pathname: `/${database}` }).href
  const sql = openSql(url, { connections: 1 })
  await migrate(sql, url)
  await fillRegister(sql, entries, new Date().toISOString().slice(0, 10))
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  const running: MeasuredProcess[] = []
  return {
    sql,
    url,
    start: async (processName, role) => {
      const started = await startMeasured({ name: processName, role, url, folder })
      running.push(started)
      return started
    },
    close: async () => {
      await Promise.all(running.map(({ stop }) => stop()))
      await sql.end()
      await admin.unsafe(`drop database ${database} with (force)`)
      await admin.end()
      server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Starts a process of the built site on a database that is there, and waits until it answers. */
export async function startMeasured({
  name,
  role,
  url,
  folder,
}: {
  name: string
  role: Role
  url: string
  /** For its data folder. */
  folder: string
}): Promise<MeasuredProcess> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const origin = `http://127.0.0.1:${port}`
  const child = Bun.spawn(['bun', join(projectRoot, 'dist/server/main.js')], {
    env: {
      PATH: process.env.PATH,
      ...collectorSettings,
      ...measuredSettings(url),
      ROLE: role,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATA_FOLDER: join(folder, name.replaceAll(' ', '-')),
    },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  await answers(`${origin}/readyz`)
  return {
    name,
    pid: child.pid,
    origin,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    stop: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

async function answers(url: string): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await Bun.sleep(50)) {
    if ((await fetch(url).catch(() => null))?.ok) return
  }
  throw new Error(`${url} does not answer`)
}

async function chooseServer(name: string): Promise<{ url: string; stop: () => void }> {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, stop: () => {} }
  const { startEmbedded } = await import('#database/embedded.ts')
  return await startEmbedded(join(projectRoot, `.data/bench/${name}-postgres`))
}
