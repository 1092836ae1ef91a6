import type { CamelSql } from '#database/camel.ts'
import type { Day, Instant, Pence } from '#domain/formats.ts'
import { firstMomentOf } from '#domain/london-time.ts'
import type { MovementKind } from '../ledger/rules.ts'
import { bookedMovements } from '../ledger/server/sum-movements.ts'
import { firstDayOf, type JournalRow, type Month, monthAfter } from './rules.ts'

const span = (month: Month) => ({ first: firstDayOf(month), next: firstDayOf(monthAfter(month, 1)) })

export function listJournal(sql: CamelSql, month: Month) {
  const { first, next } = span(month)
  return sql<JournalRow[]>`
    select happened_on as day, kind, coalesce(product, '') as product, m.order_id is not null and not exists (
        select from payment_discrepancies as f where f.payment_intent_id = m.payment_intent_id and f.kind <> 'not-approved'
      ) as is_booked, vat_rate,
      count(*)::int as number, sum(amount_pence)::int as amount_pence, sum(net_pence)::int as net_pence,
      sum(vat_pence)::int as vat_pence
    from money_movements as m
    where moves and happened_on >= ${first}::date and happened_on < ${next}::date
    group by 1, 2, 3, 4, 5
    order by 1, 3, 2, 5`
}

/**
 * What is paid for months that have not begun at the end of a month: an annual listing is earned in twelve equal parts, from the month of its
 * payment on; everything else when it is paid. What went back is left out. By the month that earns it.
 */
export function listDeferred(sql: CamelSql, month: Month) {
  const { next } = span(month)
  return sql<{ month: Month; netPence: Pence }[]>`
    with terms as (
      select date_trunc('month', min(happened_on) filter (where kind in ('payment', 'renewal'))::timestamp) as first,
        sum(net_pence)::int as net
      from ${bookedMovements(sql.raw)} as m
      where product = 'listing' and kind in ('payment', 'renewal', 'refund-sent', 'refund-failed', 'dispute-opened', 'dispute-won')
        and happened_on >= ${next}::date - interval '12 months' and happened_on < ${next}::date
      group by payment_intent_id
    )
    select to_char(first + make_interval(months => part - 1), 'YYYY-MM') as month,
      sum(round(net * part / 12.0) - round(net * (part - 1) / 12.0))::int as net_pence
    from terms, generate_series(1, 12) as part
    where net > 0 and first + make_interval(months => part - 1) >= ${next}::date
    group by 1
    order by 1`
}

type PayoutRow = {
  id: string
  day: Day
  pence: Pence
  /** Of the provider's transactions that it paid out; null while they are not known. */
  partsPence: Pence | null
  parts: number
  returnedOn: Day | null
  seenByName: string | null
  seenAt: Instant | null
}

export function listPayouts(sql: CamelSql, month: Month) {
  const { first, next } = span(month)
  return sql<PayoutRow[]>`
    select m.provider_id as id, m.happened_on as day, -m.amount_pence as pence, t.pence as parts_pence, t.parts,
      (select b.happened_on from money_movements as b
       where b.kind = 'payout-returned' and b.provider_id = m.provider_id) as returned_on,
      s.seen_by_name, s.seen_at
    from money_movements as m
    left join bank_payouts as s on s.payout_id = m.provider_id
    cross join lateral (
      select sum(amount_pence - fee_pence)::int as pence, count(*)::int as parts from provider_transactions
      where payout_id = m.provider_id and source_id is distinct from m.provider_id) as t
    where m.kind = 'payout' and m.happened_on >= ${first}::date and m.happened_on < ${next}::date
    order by m.happened_on, m.id
    limit 100`
}

type DelayedRow = {
  id: string
  orderId: string | null
  kind: MovementKind
  product: string
  reference: string | null
  organisationName: string | null
  pence: Pence
  /** Null for a movement that was only told late. */
  beganAt: Instant | null
  happenedOn: Day
  toldAt: Instant
}

/** Bank debits that arrived in the month, and what was told after its end. */
export function listDelayed(sql: CamelSql, month: Month) {
  const { first, next } = span(month)
  return sql<DelayedRow[]>`
    select m.id, m.order_id, m.kind, coalesce(m.product, '') as product, a.reference, g.name as organisation_name,
      m.amount_pence as pence, case when m.kind = 'payment' then o.debit_began_at end as began_at, m.happened_on, m.told_at
    from money_movements as m
    left join orders as o on o.id = m.order_id
    left join applications as a on a.id = o.application_id
    left join organisations as g on g.id = o.organisation_id
    where m.happened_on >= ${first}::date and m.happened_on < ${next}::date and m.source <> 'import'
      and (m.kind = 'payment' and o.debit_began_at is not null
        or m.kind not in ('payout', 'payout-returned') and m.told_at >= ${firstMomentOf(next)}::timestamptz)
    order by m.kind <> 'payment', m.happened_on, m.id
    limit 100`
}

type CohortRow = {
  month: Month
  entered: number
  /** Their first year is over. */
  due: number
  renewed: number
  /** Not renewed four weeks after the end of the first year. */
  ended: number
}

/** Of the months of entry that a renewal can be known of. Entries are counted from orders, because a free first year moves no money. */
export function listCohorts(sql: CamelSql, month: Month) {
  const { next } = span(month)
  return sql<CohortRow[]>`
    with entered as (
      select id, (paid_at at time zone 'Europe/London')::date as day from orders
      where type = 'listing' and paid_at >= (${next}::date - interval '36 months') at time zone 'Europe/London'
        and paid_at < ${next}::date::timestamp at time zone 'Europe/London'
    ),
    judged as (
      select date_trunc('month', day::timestamp) as month, day + interval '1 year' < ${next}::date as is_due,
        day + interval '1 year 28 days' < ${next}::date as is_over,
        exists (
          select from ${bookedMovements(sql.raw)} as m
          where m.order_id = entered.id and m.kind = 'renewal' and m.happened_on < ${next}::date) as is_renewed
      from entered
    )
    select to_char(month, 'YYYY-MM') as month, count(*)::int as entered, count(*) filter (where is_due or is_renewed)::int as due,
      count(*) filter (where is_renewed)::int as renewed, count(*) filter (where is_over and not is_renewed)::int as ended
    from judged
    group by judged.month
    order by judged.month desc`
}
