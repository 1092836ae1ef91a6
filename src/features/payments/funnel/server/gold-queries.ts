import type { SqlRunner } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'

type GoldAward = {
  order_id: string
  waits_until: Instant
  given_at: Instant | null
  ended_at: Instant | null
}

export const readGoldAward = (sql: SqlRunner, { orderId }: { orderId: string }) => sql<GoldAward[]>`
  select order_id, waits_until, given_at, ended_at from gold_awards where order_id = ${orderId}::uuid`

/** Its entry is shown as Gold since the day of its award, while that is given and paid. */
export const placeGold = (sql: SqlRunner, { applicationId, now }: { applicationId: string; now: string }) => sql<
  Record<string, never>[]
>`
  with stands as (
    select max(g.given_at at time zone 'Europe/London')::date as since
    from gold_awards as g join orders as o on o.id = g.order_id
    where g.application_id = ${applicationId}::uuid and g.given_at is not null and o.status = 'paid'
  )
  update register_entries as e set gold_on = stands.since, updated_at = ${now}::timestamptz
  from stands
  where e.application_id = ${applicationId}::uuid and e.gold_on is distinct from stands.since`

/** It is not given any more. No row comes back for one that was given. */
export const endGoldAward = (sql: SqlRunner, { orderId, now }: { orderId: string; now: string }) => sql<
  { order_id: string }[]
>`
  update gold_awards set ended_at = coalesce(ended_at, ${now}::timestamptz)
  where order_id = ${orderId}::uuid and given_at is null
  returning order_id`
