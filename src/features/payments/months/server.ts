import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { apiPath } from '#api.ts'
import type { Day, Instant, Pence } from '#domain/formats.ts'
import { firstMomentOf, londonDay } from '#domain/london-time.ts'
import type { MovementKind } from '#features/payments/ledger/rules.ts'
import { bookedMovements } from '#features/payments/ledger/server/sum-movements.ts'
import { command, did, refusal } from '#page/command.ts'
import { page } from '#page/page.ts'
import { listDeferred, listJournal, span } from './queries.ts'
import { figuresByProduct, isIncome, isMonth, type Month, monthAfter, sumOf, totalOf } from './rules.ts'

/** How many months can be chosen, the one that is not over included. */
const chosen = 36

const see = command({
  permission: 'money',
  schema: type({ payout: 'string <= 255' }),
  run: async ({ input: { payout }, admin, sql, now }) => {
    const [seen] = await sql<{ id: string }[]>`
      insert into bank_payouts (payout_id, seen_by, seen_by_name, seen_at)
      select provider_id, ${admin.id}::text, ${admin.name}::text, ${now}::timestamptz
      from money_movements where kind = 'payout' and provider_id = ${payout}::text
      on conflict do nothing
      returning payout_id as id`
    if (!seen) return refusal('Someone has already matched it, or there is no such payout')
    return did({ audit: { subject: { kind: 'payout', id: payout }, action: 'seen' } })
  },
  done: { seen: 'The payout is matched with the bank statement' },
  leadsTo: (_, { query }) => {
    const month = query.get('month')
    return adminHref('months', { month: isMonth(month) ? month : null, done: 'seen' })
  },
})

export const months = page('months', {
  commands: { see },
  load: async ({ query, sql, now }) => {
    const thisMonth = londonDay(new Date(now)).slice(0, 7)
    const asked = query.get('month')
    const month = isMonth(asked) && asked <= thisMonth ? asked : monthAfter(thisMonth, -1)
    const { first, next } = span(month)
    const [rows, payouts, delayed, deferred, cohorts, [balance], [settling]] = await Promise.all([
      listJournal(sql, month),
      sql<
        {
          id: string
          day: Day
          pence: Pence
          /** Of the provider's transactions that it paid out; null while they are not known. */
          partsPence: Pence | null
          parts: number
          returnedOn: Day | null
          seenByName: string | null
          seenAt: Instant | null
        }[]
      >`
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
        limit 100`,
      // Bank debits that arrived in the month, and what was told after its end.
      sql<
        {
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
        }[]
      >`
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
        limit 100`,
      listDeferred(sql, month),
      // Of the months of entry that a renewal can be known of. Entries are counted from orders, because a free first year moves no money.
      sql<
        {
          month: Month
          entered: number
          /** Their first year is over. */
          due: number
          renewed: number
          /** Not renewed four weeks after the end of the first year. */
          ended: number
        }[]
      >`
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
        order by judged.month desc`,
      // What is left at the provider at the end of the month, as the ledger has it.
      sql<{ pence: Pence }[]>`
        select coalesce(sum(amount_pence), 0)::int as pence from money_movements
        where moves and happened_on < ${next}::date`,
      sql<{ count: number }[]>`
        select count(*)::int as count from orders where status = 'pending' and debit_session_id = checkout_session_id`,
    ])
    const products = figuresByProduct(rows)
    return {
      month,
      isOver: month < thisMonth,
      choices: Array.from({ length: chosen }, (_, index) => monthAfter(thisMonth, -index)),
      nextMonth: month < thisMonth ? monthAfter(month, 1) : null,
      products,
      total: totalOf(products),
      // Taken from 0, which never makes the -0 that is written as -£0.00.
      feesPence: 0 - sumOf(rows, ['fee']),
      disputeFeesPence: 0 - sumOf(rows, ['dispute-fee']),
      payoutsPence: 0 - sumOf(rows, ['payout', 'payout-returned']),
      otherPence: sumOf(rows, ['credit']),
      uncheckedPence: rows
        .filter((row) => !row.isBooked && isIncome(row))
        .reduce((sum, { amountPence }) => sum + amountPence, 0),
      balancePence: balance!.pence,
      payouts,
      delayed,
      settling: settling!.count,
      deferred,
      cohorts,
      journalHref: apiPath('exportJournal', {}, { month }),
      xeroHref: apiPath('exportJournal', {}, { month, layout: 'xero' }),
    }
  },
})
