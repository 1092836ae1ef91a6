import { type } from 'arktype'
import type { CamelSql } from '#database/camel.ts'
import { asJson } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'

type ListChangeCall = { sql: CamelSql; admin: { id: string }; now: Instant }
/** What each row had before, by its id: a person's id or a state. */
export type RowsBefore = Record<string, string | null>

/** In milliseconds. */
const undoableFor = 86_400_000

/** The ids of rows that were chosen on a list. @param sentence where there are none. */
export const chosenRows = (sentence: string) =>
  type('string.uuid').configure({ sentence }).array().atLeastLength(1).atMostLength(100).configure({ sentence })

/** Keeps what one press on a list changed, so that the same person can take it back for a day. @returns its id; null where nothing was changed. */
export async function keepListChange(
  { sql, admin, now }: ListChangeCall,
  change: { list: string; before: RowsBefore; after: string | null },
): Promise<string | null> {
  if (Object.keys(change.before).length === 0) return null
  await sql`delete from list_changes where made_at < ${since(now)}::timestamptz`
  const [kept] = await sql<{ id: string }[]>`
    insert into list_changes (person_id, list, before, after, made_at)
    values (${admin.id}::text, ${change.list}::text, ${asJson(change.before)}::jsonb, ${change.after}::text, ${now}::timestamptz)
    returning id`
  return kept!.id
}

/** To be taken back now, once. Undefined for one that is over, or of somebody else. The caller leaves rows alone that have changed since. */
export async function takeListChange({ sql, admin, now }: ListChangeCall, { id, list }: { id: string; list: string }) {
  if (!isUuid(id)) return undefined
  const [change] = await sql<{ before: RowsBefore; after: string | null }[]>`
    update list_changes set undone_at = ${now}::timestamptz
    where id = ${id}::uuid and list = ${list}::text and person_id = ${admin.id}::text and undone_at is null
      and made_at >= ${since(now)}::timestamptz
    returning before, after`
  return change
}

function since(now: Instant): Instant {
  return new Date(Date.parse(now) - undoableFor).toISOString()
}
