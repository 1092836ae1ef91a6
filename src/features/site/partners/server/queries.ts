import { asJson, type SqlRunner } from '#database/sql.ts'

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

export type DemoPartner = { name: string; url: string | null; logoUrl: string | null; priority: number }

/** Invented partners for the demonstration, only where there is none at all. */
export const addDemoPartners = (sql: SqlRunner, { partners }: { partners: DemoPartner[] }) => sql<{ id: string }[]>`
  insert into partners (name, url, logo_url, priority, is_demo)
  select p.name, p.url, p."logoUrl", p.priority, true
  from jsonb_to_recordset(${asJson(partners)}::jsonb) as p (name text, url text, "logoUrl" text, priority integer)
  where not exists (select from partners)
  returning id`
