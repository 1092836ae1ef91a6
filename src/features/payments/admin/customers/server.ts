import { type } from 'arktype'
import { apiPath } from '#api.ts'
import type { CamelSql } from '#database/camel.ts'
import type { Instant, Pence } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { bookedMovements } from '#features/payments/ledger/server/sum-movements.ts'
import { page } from '#page/page.ts'
import { type CsvExport, csvExport } from '#requests/csv-file.ts'
import { cleanText } from '#wire/clean-text.ts'
import { readList, readSort } from '#wire/list-pages.ts'
import {
  type CustomerFilters,
  type CustomerSort,
  customerColumns,
  customerKindWords,
  customersHref,
  usualCustomerSort,
} from '../rules.ts'
import { providerPages } from '../server/provider-page.ts'

type CustomerRow = {
  id: string
  name: string
  email: string
  customerId: string | null
  orders: number
  firstPaidAt: Instant
  lastPaidAt: Instant
  paidPence: Pence
  refundedPence: Pence
  keptPence: Pence
}

export const customers = page('customers', {
  load: async ({ query, sql, services }) => {
    const filters = readFilters(query)
    const sort = readSort(query.get('sort'), customerColumns, usualCustomerSort)
    const { rows, pages } = await readList({
      query,
      rows: (part) => listCustomers(sql, { filters, sort, ...part }),
      count: (limit) => sql<{ count: number }[]>`
        select count(*)::int as count from (
          select from organisations as g where ${matches(sql, filters)} limit ${limit}::int) as found`,
      hrefOf: (number) => customersHref(filters, sort, number),
    })
    const exportHref = apiPath('exportCustomers', {}, filters)
    return { filters, sort, customers: rows, pages, exportHref, providerPages: providerPages(services.env) }
  },
})

export const exportCustomers = csvExport({
  permission: 'money',
  summary: 'Customers as a CSV file',
  description: 'Organisations that have paid, with the filters of the admin area’s list. Amounts are pounds.',
  query: type({ 'q?': 'string <= 100', 'with?': 'string <= 100' }).onUndeclaredKey('delete'),
  file: ({ filters: given, sql }): CsvExport<CustomerRow> => {
    const filters = readFilters(given)
    return {
      of: 'customers',
      rows: ({ limit, offset }) => listCustomers(sql, { filters, sort: usualCustomerSort, limit, offset }),
      columns: [
        { heading: 'Organisation', value: (row) => row.name },
        { heading: 'Email', value: (row) => row.email },
        { heading: 'Customer at the provider', value: (row) => row.customerId },
        { heading: 'Paid orders', value: (row) => row.orders },
        { heading: 'First payment', value: (row) => row.firstPaidAt },
        { heading: 'Last order paid', value: (row) => row.lastPaidAt },
        { heading: 'Paid', value: (row) => row.paidPence / 100 },
        { heading: 'Refunded', value: (row) => row.refundedPence / 100 },
        { heading: 'Kept', value: (row) => row.keptPence / 100 },
      ],
    }
  },
})

function readFilters(query: URLSearchParams): CustomerFilters {
  const kind = query.get('with') ?? ''
  return { q: cleanText(query.get('q')), with: Object.hasOwn(customerKindWords, kind) ? kind : '' }
}

function matches(sql: CamelSql, { q, with: kind }: CustomerFilters) {
  return sql`
    exists (select from orders as o where o.organisation_id = g.id and o.paid_at is not null)
    ${
      q === ''
        ? sql``
        : sql`and (fold(g.name) like (select containing(${q}::text)) or fold(g.email) like (select containing(${q}::text))
            or g.stripe_customer_id = ${q}::text or g.id = ${isUuid(q) ? q : null}::uuid)`
    }
    ${kind === '' ? sql`` : sql`and exists (select from orders as o ${ofKind(sql, kind)} and o.organisation_id = g.id)`}`
}

function ofKind(sql: CamelSql, kind: string) {
  if (kind === 'subscription') return sql`where o.status = 'paid' and o.subscription_id is not null`
  return kind === 'refund'
    ? sql`join money_movements as m on m.order_id = o.id where m.kind = 'refund-sent'`
    : sql`join order_disputes as d on d.order_id = o.id where d.ended_at is null`
}

/** What they paid is summed for those that are shown alone. */
const listCustomers = (
  sql: CamelSql,
  { filters, sort, limit, offset }: { filters: CustomerFilters; sort: CustomerSort; limit: number; offset: number },
) => sql<CustomerRow[]>`
  select g.id, g.name, g.email, g.stripe_customer_id as customer_id, paid.orders, paid.first_paid_at, paid.last_paid_at,
    money.paid_pence, money.refunded_pence, money.kept_pence
  from organisations as g
  cross join lateral (
    select count(*)::int as orders, min(paid_at) as first_paid_at, max(paid_at) as last_paid_at
    from orders where organisation_id = g.id and paid_at is not null) as paid
  cross join lateral (
    select coalesce(sum(amount_pence) filter (where kind in ('payment', 'renewal')), 0)::int as paid_pence,
      coalesce(-sum(amount_pence) filter (where kind in ('refund-sent', 'refund-failed')), 0)::int as refunded_pence,
      coalesce(sum(amount_pence) filter (where moves and kind not in ('fee', 'dispute-fee')), 0)::int as kept_pence
    from ${bookedMovements(sql.raw)} as m where m.order_id in (select id from orders where organisation_id = g.id)) as money
  where g.id in (
    select g.id from organisations as g where ${matches(sql, filters)}
    ${orderOf(sql, sort)}
    limit ${limit}::int offset ${offset}::int)
  ${orderOf(sql, sort)}`

function orderOf(sql: CamelSql, { by, descending }: CustomerSort) {
  const key = by === 'since' ? sql`g.created_at` : sql`lower(g.name)`
  return descending ? sql`order by ${key} desc, g.id desc` : sql`order by ${key}, g.id`
}
