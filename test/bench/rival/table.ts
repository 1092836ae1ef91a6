import type { Sql } from '#database/sql.ts'

/** Copies the register into the rival's own table, with the indexes that fit its statements; a copy that is there is used again. */
export async function fillRivalTable(sql: Sql): Promise<void> {
  const [found] = await sql`select to_regclass('rival_events') is not null as found`
  if (found!.found) return
  await sql`create table rival_events as
    select id, slug, title, description, starts_on, venue, city, category, featured, status from register_entries`
  await sql`create index rival_events_city on rival_events (city, featured desc, starts_on, id)`
  await sql`create index rival_events_title on rival_events using gin (lower(title) gin_trgm_ops)`
  await sql`create index rival_events_venue on rival_events using gin (lower(venue) gin_trgm_ops)`
  await sql`vacuum analyze rival_events`
}
