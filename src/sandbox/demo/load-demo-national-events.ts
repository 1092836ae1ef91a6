import type { Sql } from '#database/sql.ts'
import { dayFrom } from '#domain/london-time.ts'
import { demoNationalEvents } from './demo-national-events.ts'

/**
 * Fills an empty National Events Database with invented events, marked as a demonstration, with dates around `now`. The same day
 * gives the same ones. Several processes may start at once: the first fills it.
 *
 * @returns how many were added; 0 when it holds anything already.
 */
export async function loadDemoNationalEvents(sql: Sql, now: Date): Promise<number> {
  return await sql.begin(async (tx) => {
    await tx`lock table national_events in share row exclusive mode`
    const [found] = await tx`select from national_events limit 1`
    if (found) return 0
    const rows = demoNationalEvents().map(({ inDays, ...event }) => ({ ...event, date: dayFrom(now, inDays) }))
    // The key is the import's (national-events/server/import-national-events.ts): a file that names one of them finds it.
    await tx`
      insert into national_events (
        source_key, title, starts_on, starts_at, venue, city, category, organiser, description, featured, accredited, is_demo
      )
      select fold(title) || E'\n' || coalesce(date, '') || E'\n' || fold(venue), title, date::date, nullif("time", '')::time, venue,
        city, category, organiser, description, featured, accredited, true
      from jsonb_to_recordset(${rows as never}::jsonb) as row (
        title text, date text, "time" text, venue text, city text, category text, organiser text, description text,
        featured boolean, accredited boolean
      )`
    return rows.length
  })
}
