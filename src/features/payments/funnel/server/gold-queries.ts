import type { SqlRunner } from '#database/sql.ts'

type GoldAward = {
  order_id: string
  /** ISO times in UTC. */
  waits_until: string
  given_at: string | null
  ended_at: string | null
}

/** The award of an order waits from now on; one that has waited before keeps its day. */
export const addGoldAward = (
  sql: SqlRunner,
  { orderId, applicationId, until }: { orderId: string; applicationId: string; until: string },
) => sql<Record<string, never>[]>`
  insert into gold_awards (order_id, application_id, waits_until)
  values (${orderId}::uuid, ${applicationId}::uuid, ${until}::timestamptz)
  on conflict (order_id) do nothing`

export const readGoldAward = (sql: SqlRunner, { orderId }: { orderId: string }) => sql<GoldAward[]>`
  select order_id, waits_until, given_at, ended_at from gold_awards where order_id = ${orderId}::uuid`

/** Gives the paid awards of an application that wait, if its entry was assessed with the score. Answers which. */
export const giveReached = (
  sql: SqlRunner,
  { applicationId, minScore, now }: { applicationId: string; minScore: number; now: string },
) => sql<{ order_id: string }[]>`
  update gold_awards as g set given_at = ${now}::timestamptz
  from orders as o, register_entries as e
  where g.application_id = ${applicationId}::uuid and g.given_at is null and g.ended_at is null
    and o.id = g.order_id and o.status = 'paid'
    and e.application_id = g.application_id and e.assurance = 'assessed' and e.score >= ${minScore}::int
    and register_status(e.status, e.valid_until) = 'active'
  returning g.order_id`

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

/** Paid awards whose time is up and whose money has not gone back. What the provider has refused waits for a person. */
export const listOverdueAwards = (sql: SqlRunner, { now, limit }: { now: string; limit: number }) => sql<
  { order_id: string }[]
>`
  select g.order_id from gold_awards as g join orders as o on o.id = g.order_id
  where g.given_at is null and g.waits_until <= ${now}::timestamptz and o.status = 'paid'
    and not exists (select from order_refunds as r where r.order_id = g.order_id and r.state = 'failed')
  order by g.waits_until
  limit ${limit}::int`
