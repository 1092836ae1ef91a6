import type { Fragment, SqlRunner } from '#database/sql.ts'

/** One row to join to the entry `e`. What has ended, but is not yet recorded as lapsed, lapsed at that end. */
export const statusChangeOf = (sql: SqlRunner): Fragment => sql`lateral (
    select
      case when has_ended then e.valid_until else coalesce(h.happened_at, e.published_at) end as status_changed_at,
      case when has_ended then 'lapsed' else coalesce(h.change, 'published') end as status_change
    from (select register_status(e.status, e.valid_until) <> e.status as has_ended) as present
    left join lateral (
      select happened_at, change from register_history
      where entry_id = e.id and from_status is distinct from to_status order by id desc limit 1
    ) as h on true
  ) as status_change_of`

export type StatusChangeRow = { id: string; statusReason: string | null; statusChangedAt: string; statusChange: string }

/** Two index look-ups for each, so it is asked for the entries of an answer and for no list. */
export const listStatusChanges = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<StatusChangeRow[]>`
  select e.id, e.status_reason as "statusReason", status_changed_at as "statusChangedAt", status_change as "statusChange"
  from register_entries as e cross join ${statusChangeOf(sql)}
  where e.id = any(${ids}::uuid[])`
