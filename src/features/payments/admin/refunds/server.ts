import { type } from 'arktype'
import { apiPath } from '#api.ts'
import type { CamelSql } from '#database/camel.ts'
import { isDay } from '#domain/calendar-day.ts'
import { orderLabel } from '#domain/catalogue.ts'
import type { Instant, Pence } from '#domain/formats.ts'
import { firstMomentOf, lastMomentOf } from '#domain/london-time.ts'
import { page } from '#page/page.ts'
import { type CsvExport, csvExport } from '#requests/csv-file.ts'
import { cleanText } from '#wire/clean-text.ts'
import { readList, readSort } from '#wire/list-pages.ts'
import {
  penceOf,
  type RefundFilters,
  type RefundSort,
  refundColumns,
  refundStates,
  refundsHref,
  usualRefundSort,
} from '../rules.ts'

type RefundRow = {
  id: string
  orderId: string
  type: string
  reference: string
  organisationName: string
  amountPence: Pence
  state: string
  reason: string
  /** Null for a refund that was made at the provider itself. */
  requestedByName: string | null
  requestedAt: Instant
  settledAt: Instant | null
}

export const refunds = page('refunds', {
  load: async ({ query, sql }) => {
    const filters = readFilters(query)
    const sort = readSort(query.get('sort'), refundColumns, usualRefundSort)
    const { rows, pages } = await readList({
      query,
      rows: (part) => listRefunds(sql, { filters, sort, ...part }),
      count: (limit) => sql<{ count: number }[]>`
        select count(*)::int as count from (select from ${matching(sql, filters)} limit ${limit}::int) as found`,
      hrefOf: (number) => refundsHref(filters, sort, number),
    })
    // The reason is in the file and on the order.
    const refunds = rows.map(({ reason: _, ...row }) => row)
    return { filters, sort, refunds, pages, exportHref: apiPath('exportRefunds', {}, filters) }
  },
})

const text = 'string <= 100'

export const exportRefunds = csvExport({
  permission: 'money',
  summary: 'Refunds as a CSV file',
  description: 'With the filters of the admin area’s list, newest first. Amounts are pounds.',
  query: type({ 'q?': text, 'state?': text, 'from?': text, 'until?': text }).onUndeclaredKey('delete'),
  file: ({ filters: given, sql }): CsvExport<RefundRow> => {
    const filters = readFilters(given)
    return {
      of: 'refunds',
      rows: ({ limit, offset }) => listRefunds(sql, { filters, sort: usualRefundSort, limit, offset }),
      columns: [
        { heading: 'Refund', value: (row) => row.id },
        { heading: 'Order', value: (row) => row.orderId },
        { heading: 'For', value: (row) => orderLabel(row.type) },
        { heading: 'Application', value: (row) => row.reference },
        { heading: 'Organisation', value: (row) => row.organisationName },
        { heading: 'Amount', value: (row) => row.amountPence / 100 },
        { heading: 'State', value: (row) => refundStates[row.state]!.label },
        { heading: 'Asked for', value: (row) => row.requestedAt },
        { heading: 'By', value: (row) => row.requestedByName },
        { heading: 'Reason', value: (row) => row.reason },
        { heading: 'Settled', value: (row) => row.settledAt },
      ],
    }
  },
})

function readFilters(query: URLSearchParams): RefundFilters {
  const textOf = (name: string) => cleanText(query.get(name))
  const day = (name: string) => (isDay(textOf(name)) ? textOf(name) : '')
  const state = Object.hasOwn(refundStates, textOf('state')) ? textOf('state') : ''
  return { q: textOf('q'), state, from: day('from'), until: day('until') }
}

/** Refunds, and those that wait for a second person or were declined by one. */
const matching = (sql: CamelSql, { q, state, from, until }: RefundFilters) => sql`
  (
    select r.id, r.order_id, r.amount_pence, r.state, r.reason, r.requested_by_name, r.requested_at, r.settled_at,
      r.provider_refund_id, r.payment_intent_id
    from order_refunds as r
    union all
    select q.id, q.order_id, q.amount_pence, q.state, q.reason, q.requested_by_name, q.requested_at, q.decided_at, null, null
    from refund_requests as q where q.state <> 'approved'
  ) as r
  join orders as o on o.id = r.order_id
  join applications as a on a.id = o.application_id
  join organisations as g on g.id = o.organisation_id
  where true ${state === '' ? sql`` : sql`and r.state = ${state}::text`}
    ${from === '' ? sql`` : sql`and r.requested_at >= ${firstMomentOf(from)}::timestamptz`}
    ${until === '' ? sql`` : sql`and r.requested_at <= ${lastMomentOf(until)}::timestamptz`}
    ${
      q === ''
        ? sql``
        : sql`and (a.reference = upper(${q}::text) or fold(g.name) like (select containing(${q}::text))
            or fold(g.email) like (select containing(${q}::text)) or r.amount_pence = ${penceOf(q)}::int
            or ${q}::text in (r.provider_refund_id, r.payment_intent_id, r.id::text))`
    }`

const listRefunds = (
  sql: CamelSql,
  { filters, sort, limit, offset }: { filters: RefundFilters; sort: RefundSort; limit: number; offset: number },
) => sql<RefundRow[]>`
  select r.id, r.order_id, o.type, a.reference, g.name as organisation_name, r.amount_pence, r.state, r.reason,
    r.requested_by_name, r.requested_at, r.settled_at
  from ${matching(sql, filters)}
  ${orderOf(sql, sort)}
  limit ${limit}::int offset ${offset}::int`

function orderOf(sql: CamelSql, { by, descending }: RefundSort) {
  const key = by === 'amount' ? sql`r.amount_pence` : sql`r.requested_at`
  return descending ? sql`order by ${key} desc, r.id desc` : sql`order by ${key}, r.id`
}
