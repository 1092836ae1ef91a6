import { openSql } from '#database/sql.ts'
import { londonDay } from '#domain/london-time.ts'
import { readEnv } from '#env.ts'
import { cloneTemplate, withDatabase } from './database.ts'

/** The name of the template of today, which has the demonstration's data; null where the run has none (TEST_DATABASE_DEMONSTRATION). */
export function demonstrationTemplate(): string | null {
  const given = process.env.TEST_DATABASE_DEMONSTRATION
  return given?.endsWith(dayInName()) ? given : null
}

/**
 * Makes a template with today's demonstration data, for a whole run: to load the data takes ten times as long as to clone it.
 * @returns its name.
 */
export async function makeDemonstrationTemplate(server: { url: string; template: string }): Promise<string> {
  const name = `${server.template}_${dayInName()}`
  await cloneTemplate(server.url, { name, template: server.template })
  const read = readEnv({})
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  const { loadDemonstration } = await import('../src/sandbox/demo/load-demonstration.ts')
  const sql = openSql(withDatabase(server.url, name), { connections: 2 })
  await loadDemonstration({ sql, brand: read.env.brand, env: read.env }, new Date())
  await sql.end()
  return name
}

const dayInName = () => londonDay(new Date()).replaceAll('-', '_')
