import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { apiPath } from '#api.ts'
import type { Pence } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import { command, did, refusal } from '#page/command.ts'
import { page } from '#page/page.ts'
import { listCohorts, listDeferred, listDelayed, listJournal, listPayouts } from './queries.ts'
import { figuresByProduct, firstDayOf, isIncome, isMonth, monthAfter, sumOf, totalOf } from './rules.ts'

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
    const [rows, payouts, delayed, deferred, cohorts, [balance], [settling]] = await Promise.all([
      listJournal(sql, month),
      listPayouts(sql, month),
      listDelayed(sql, month),
      listDeferred(sql, month),
      listCohorts(sql, month),
      // What is left at the provider at the end of the month, as the ledger has it.
      sql<{ pence: Pence }[]>`
        select coalesce(sum(amount_pence), 0)::int as pence from money_movements
        where moves and happened_on < ${firstDayOf(monthAfter(month, 1))}::date`,
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
