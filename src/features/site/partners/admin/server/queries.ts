import type { SqlRunner } from '#database/sql.ts'
import type { Partner } from '#features/site/partners/server/queries.ts'

/** Every partner in the order of the page, with those that are not shown. */
export const listPartners = (sql: SqlRunner) => sql<Partner[]>`
  select id, name, url, logo_url as "logoUrl", active, priority, is_demo as "isDemo"
  from partners
  order by priority, lower(name), id`

/** Every partner in the order of the page, locked until the transaction ends. */
export const lockPartners = (sql: SqlRunner) => sql<Partner[]>`
  select id, name, url, logo_url as "logoUrl", active, priority, is_demo as "isDemo"
  from partners
  order by priority, lower(name), id
  for update`

/**
 * After all others. No row where the id is taken.
 * @param input.url address or null
 */
export const addPartner = (
  sql: SqlRunner,
  input: { id: string; name: string; url: string | null; logoUrl: string | null; active: boolean },
) => sql<{ id: string }[]>`
  insert into partners (id, name, url, logo_url, active, priority)
  values (${input.id}::uuid, ${input.name}::text, ${input.url}::text, ${input.logoUrl}::text, ${input.active}::boolean,
    (select coalesce(max(priority), 0) + 10 from partners))
  on conflict (id) do nothing
  returning id`

/** @param input.url address or null */
export const changePartner = (
  sql: SqlRunner,
  input: { id: string; name: string; url: string | null; logoUrl: string | null; active: boolean },
) => sql<Record<string, never>[]>`
  update partners set name = ${input.name}::text, url = ${input.url}::text, logo_url = ${input.logoUrl}::text,
    active = ${input.active}::boolean where id = ${input.id}::uuid`

export const orderPartners = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<Record<string, never>[]>`
  update partners as p set priority = o.place * 10
  from unnest(${ids}::uuid[]) with ordinality as o (id, place)
  where p.id = o.id and p.priority <> o.place * 10`
