import type { Database } from './database/connect.ts'
import type { Env } from './env.ts'
import { createApp } from './http/app.ts'
import { runJobs } from './jobs/run-jobs.ts'
import { createLog } from './log.ts'
import type { Services } from './services.ts'

export type Site = { origin: string; services: Services; stop: () => Promise<void> }

/** Starts everything that belongs to one running site on an open, migrated database. */
export async function startSite(env: Env, database: Database, log = createLog()): Promise<Site> {
  const { sql } = database
  const services = { env, brand: env.brand, sql, log, now: () => new Date() } as Services
  const { app, kept } = await createApp(services, null)
  // While the connection for notices is down changes go unheard, so what was kept goes when it is back.
  const listening = await sql.listen('page_data', (tags) => kept.announce(tags.split('\n')), () => kept.clear())
  app.listen({ port: env.port, hostname: '0.0.0.0' })
  const jobs = await runJobs(services, database.url)
  const port = app.server!.port
  log.info('listening', { port, mode: env.mode })
  return {
    origin: `http://localhost:${port}`,
    services,
    stop: async () => {
      await app.server?.stop()
      await jobs.stop()
      await listening.unlisten()
    },
  }
}
