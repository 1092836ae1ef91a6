import { type } from 'arktype'
import { apiPath } from '#api.ts'
import { isDay } from '#domain/calendar-day.ts'
import { orderLabel, orderTypes } from '#domain/catalogue.ts'
import type { Instant } from '#domain/formats.ts'
import { page } from '#page/page.ts'
import { type CsvExport, csvExport } from '#requests/csv-file.ts'
import { cleanText } from '#wire/clean-text.ts'
import { readList, readSort } from '#wire/list-pages.ts'
import { type OrderFilters, orderColumns, orderStatusWords, ordersHref, shownStatus, usualOrderSort } from '../rules.ts'
import { type AdminOrderRow, countAdminOrders, listAdminOrders } from './order-list-queries.ts'

export const orders = page('orders', {
  load: async ({ query, visitor, sql }) => {
    const filters = readOrderFilters(query)
    const sort = readSort(query.get('sort'), orderColumns, usualOrderSort)
    const maySeeBoth = filters.q !== '' && (await visitor.holds('review'))
    const [{ rows: orders, pages }, events] = await Promise.all([
      readList({
        query,
        pageSize: 30,
        rows: (part) => listAdminOrders(sql.raw, { filters, sort, ...part }),
        count: (limit) => countAdminOrders(sql.raw, filters, limit),
        hrefOf: (page) => ordersHref(filters, sort, page),
      }),
      // Of the application with this reference or id.
      maySeeBoth
        ? sql<ApplicationEvent[]>`
            with named as (
              select id, submitted_at from applications
              where reference = upper(${filters.q}::text) or id::text = lower(${filters.q}::text)
            )
            select kind, what, by, at from (
              select 'submitted' as kind, '' as what, '' as by, submitted_at as at from named
              union all
              select 'decided', d.decision, d.decided_by_name, d.decided_at from application_decisions as d join named on named.id = d.application_id
              union all
              select 'ordered', o.type, '', o.created_at from orders as o join named on named.id = o.application_id
              union all
              select 'paid', o.type, '', o.paid_at from orders as o join named on named.id = o.application_id where o.paid_at is not null
              union all
              select 'listed', h.change, '', h.happened_at
              from register_history as h join register_entries as e on e.id = h.entry_id join named on named.id = e.application_id
              where h.change = 'published'
              union all
              select 'assessed', s.outcome, s.by_name, s.taken_at
              from assessment_steps as s join assessments as c on c.id = s.assessment_id join named on named.id = c.application_id
              where s.step = 'decided'
            ) as events
            order by at, kind`
        : [],
    ])
    return {
      filters,
      sort,
      orders,
      /** Of the one application that the list is narrowed to; null for people who may not review, and for no or several. */
      applicationHistory:
        events.length > 0
          ? events.map((event, index) => ({ key: String(index), at: event.at, what: wordsOf(event) }))
          : null,
      exportHref: apiPath('exportOrders', {}, filters),
      pages,
    }
  },
})

const text = 'string <= 100'

const pounds = (pence: number) => pence / 100

export const exportOrders = csvExport({
  permission: 'money',
  summary: 'Orders as a CSV file',
  description: 'With the filters of the admin area’s list. Amounts are pounds.',
  query: type({ 'q?': text, 'status?': text, 'type?': text, 'from?': text, 'until?': text }).onUndeclaredKey('delete'),
  file: ({ filters: given, sql }): CsvExport<AdminOrderRow> => {
    const filters = readOrderFilters(given)
    return {
      of: 'orders',
      rows: ({ after, limit }) =>
        listAdminOrders(sql.raw, { filters, sort: usualOrderSort, afterOrder: after?.id ?? null, limit, offset: 0 }),
      columns: [
        { heading: 'Order', value: (row) => row.id },
        { heading: 'Application', value: (row) => row.reference },
        { heading: 'Organisation', value: (row) => row.organisation_name },
        { heading: 'For', value: (row) => orderLabel(row.type) },
        { heading: 'Status', value: (row) => shownStatus(row) },
        { heading: 'Ordered', value: (row) => row.created_at },
        { heading: 'Paid', value: (row) => row.paid_at },
        { heading: 'Price', value: (row) => pounds(row.amount_pence) },
        { heading: 'Discount', value: (row) => pounds(row.discount_pence) },
        { heading: 'Due', value: (row) => pounds(row.amount_pence - row.discount_pence) },
        { heading: 'Renewals', value: (row) => row.renewals },
        { heading: 'Renewed', value: (row) => pounds(row.renewed_pence) },
        { heading: 'Last renewal', value: (row) => row.renewed_at },
        { heading: 'Refunded', value: (row) => pounds(row.refunded_pence) },
        { heading: 'Last refund', value: (row) => row.refunded_at },
        { heading: 'Disputed', value: (row) => pounds(row.disputed_pence) },
        { heading: 'Kept', value: (row) => pounds(row.kept_pence) },
        { heading: 'Code', value: (row) => row.coupon_code },
      ],
    }
  },
})

function readOrderFilters(query: URLSearchParams): OrderFilters {
  const text = (name: string) => cleanText(query.get(name))
  const day = (name: string) => (isDay(text(name)) ? text(name) : '')
  return {
    status: Object.hasOwn(orderStatusWords, text('status')) ? text('status') : '',
    type: orderTypes.find((known) => known === text('type')) ?? '',
    q: text('q'),
    from: day('from'),
    until: day('until'),
  }
}

function wordsOf({ kind, what, by }: ApplicationEvent): string {
  const from = by ? ` by ${by}` : ''
  switch (kind) {
    case 'submitted':
      return 'Submitted'
    case 'decided':
      return what === 'withdrawn'
        ? `Approval withdrawn${from}`
        : `${what === 'approved' ? 'Approved' : 'Rejected'}${from}`
    case 'ordered':
      return `Ordered: ${orderLabel(what)}`
    case 'paid':
      return `Paid: ${orderLabel(what)}`
    case 'listed':
      return 'Entered in the register'
    case 'assessed':
      return `Assessment decided${from || ' by the panel'}: ${what.replaceAll('-', ' ')}`
  }
}

type ApplicationEvent = {
  kind: 'submitted' | 'decided' | 'ordered' | 'paid' | 'listed' | 'assessed'
  what: string
  by: string
  at: Instant
}
