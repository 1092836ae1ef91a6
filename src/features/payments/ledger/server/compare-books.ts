import { camel } from '#database/camel.ts'
import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { Instant, Pence } from '#domain/formats.ts'

const comparison = 'The comparison'
/** What is younger may still be brought by an event, or be listed by the provider. In milliseconds. */
const minAge = 60 * 60 * 1000

/** The movement of the provider's transaction `t`. */
export const isMovementOf = (sql: SqlRunner): Fragment => sql`
  (t.kind = 'payment' and m.kind in ('payment', 'renewal') and m.payment_intent_id = t.payment_intent_id
    or t.kind <> 'payment' and m.kind = t.kind and m.provider_id in (t.source_id, t.id))`

export type UnbookedTransaction = {
  id: string
  type: string
  kind: string | null
  sourceId: string | null
  paymentIntentId: string | null
  orderId: string | null
  amountPence: Pence
  feePence: Pence
  currency: string
  createdAt: Instant
  isBooked: boolean
  isFeeBooked: boolean
}

/** The provider's transactions of which a movement or its fee is missing, oldest first. @param since null for all of them. */
export const listUnbooked = (
  sql: SqlRunner,
  { since, after, limit }: { since: Instant | null; after: string | null; limit: number },
) => camel(sql)<UnbookedTransaction[]>`
  select id, type, kind, source_id, payment_intent_id, order_id, amount_pence, fee_pence, currency, created_at, is_booked, is_fee_booked
  from (
    select t.id, t.type, t.kind, t.source_id, t.payment_intent_id, t.order_id, t.amount_pence, t.fee_pence, t.currency, t.created_at,
      t.kind is null or exists (select from money_movements as m where ${isMovementOf(sql)}) as is_booked,
      t.fee_pence = 0 or exists (
        select from money_movements as m where m.kind in ('fee', 'dispute-fee') and m.provider_id = t.id) as is_fee_booked
    from provider_transactions as t
    where true ${since === null ? sql`` : sql`and t.created_at >= ${since}::timestamptz`}
      ${after === null ? sql`` : sql`and (t.created_at, t.id) > (select created_at, id from provider_transactions where id = ${after}::text)`}
  ) as t
  where not is_booked or not is_fee_booked
  order by created_at, id
  limit ${limit}::int`

/**
 * Writes down where the two sides differ, once, and settles what has come to agree.
 * @param since what is older was compared before. @returns how many are new.
 */
export async function noteDifferences(sql: SqlRunner, now: Date, since: Instant | null): Promise<number> {
  const at = now.toISOString()
  const until = new Date(now.getTime() - minAge).toISOString()
  await sql<Record<string, never>[]>`
    update ledger_differences as d set settled_at = ${at}::timestamptz, settled_by_name = ${comparison}::text
    where settled_at is null and not exists (
      select from ${differences(sql, null, until)} as f
      where f.about = d.about and f.provider_pence is not distinct from d.provider_pence
        and f.ledger_pence is not distinct from d.ledger_pence)`
  const added = await sql<{ id: string }[]>`
    insert into ledger_differences (about, order_id, payment_intent_id, provider_pence, ledger_pence, currency, found_at)
    select f.about, f.order_id, f.payment_intent_id, f.provider_pence, f.ledger_pence, f.currency, ${at}::timestamptz
    from ${differences(sql, since, until)} as f
    where not exists (
      select from ledger_differences as d
      where d.about = f.about and d.provider_pence is not distinct from f.provider_pence
        and d.ledger_pence is not distinct from f.ledger_pence)
    on conflict do nothing
    returning id`
  return added.length
}

/** Of the time for which the provider's books have been read. */
const differences = (sql: SqlRunner, since: Instant | null, until: Instant): Fragment => sql`(
  select t.id as about, coalesce(m.order_id, t.order_id) as order_id, t.payment_intent_id, t.amount_pence as provider_pence,
    m.amount_pence as ledger_pence, t.currency
  from provider_transactions as t
  left join money_movements as m on ${isMovementOf(sql)}
  where t.kind is not null and m.amount_pence is distinct from t.amount_pence and t.created_at < ${until}::timestamptz
    ${since === null ? sql`` : sql`and t.created_at >= ${since}::timestamptz`}
  union all
  select m.kind || ':' || m.provider_id, m.order_id, m.payment_intent_id, null, m.amount_pence, m.currency
  from money_movements as m
  where m.moves and m.kind not in ('fee', 'dispute-fee', 'credit') and m.happened_at < ${until}::timestamptz
    and m.happened_at >= (select min(created_at) from provider_transactions)
    ${since === null ? sql`` : sql`and m.happened_at >= ${since}::timestamptz`}
    and not exists (select from provider_transactions as t where ${isMovementOf(sql)}))`
