import type { CamelSql } from '#database/camel.ts'
import type { Pence } from '#domain/formats.ts'
import { bookedMovements } from '../ledger/server/sum-movements.ts'
import { firstDayOf, type JournalRow, type Month, monthAfter } from './rules.ts'

/** Its first day, and that of the next. */
export const span = (month: Month) => ({ first: firstDayOf(month), next: firstDayOf(monthAfter(month, 1)) })

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
