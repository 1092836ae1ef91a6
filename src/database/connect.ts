import { resolve } from 'node:path'
import type { Env } from '../env.ts'
import { projectRoot } from '../project-root.ts'
import { openSql, type Sql } from './sql.ts'

export type Database = { sql: Sql; url: string; close: () => Promise<void> }

/**
 * Opens the database that the environment names, or starts (or joins) the embedded one.
 *
 * `close` ends the pool; the embedded server goes on running for other processes unless `stopEmbedded` is set, as the site
 * itself does when it ends.
 */
export async function openDatabase(
  env: Pick<Env, 'databaseUrl' | 'dataFolder'>,
  options: { stopEmbedded?: boolean; connections?: number } = {},
): Promise<Database> {
  if (env.databaseUrl) return open(env.databaseUrl, () => {})
  const { startEmbedded } = await import('./embedded.ts')
  const server = await startEmbedded(resolve(projectRoot, env.dataFolder, 'postgres'))
  return open(server.url, options.stopEmbedded ? server.stop : () => {})

  function open(url: string, stopServer: () => void): Database {
    const sql = openSql(url, options.connections ? { connections: options.connections } : {})
    const close = async () => {
      await sql.end({ timeout: 5 })
      stopServer()
    }
    return { sql, url, close }
  }
}
