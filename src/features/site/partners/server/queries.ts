import type { SqlRunner } from '#database/sql.ts'

export type Partner = {
  id: string
  name: string
  url: string | null
  logoUrl: string | null
  active: boolean
  /** Smaller stands earlier. */
  priority: number
  /** Invented, for the demonstration. */
  isDemo: boolean
}

/** Partners that are shown, first the smallest priority. */
export const listActivePartners = (sql: SqlRunner) => sql<Partner[]>`
  select id, name, url, logo_url as "logoUrl", active, priority, is_demo as "isDemo"
  from partners
  where active
  order by priority, lower(name), id`
