import { adminHref } from '../../../../admin-pages.ts'
import { apiPath } from '../../../../api.ts'
import type { SqlRunner } from '../../../../database/sql.ts'
import { isDay } from '../../../../domain/calendar-day.ts'
import { orderTypes } from '../../../../domain/catalogue.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import { firstMomentOf, lastMomentOf } from '../../../../domain/london-moments.ts'
import { handler, type Loader } from '../../../../requests/page-loader.ts'
import { cleanText } from '../../../../wire/clean-text.ts'
import { listAdminOrders } from '../../server/admin-queries.ts'
import { applicationHistory } from '../application-history.ts'
import { orderStatuses } from '../rules.ts'
import type { OrderFilters, OrdersData } from '../state.ts'
import { listApplicationEvents } from './application-events.ts'

const pageSize = 30

/** Feeds the list of orders, newest first. */
export const loadOrders: Loader<OrdersData> = async ({ query, visitor, services: { sql } }) => {
  const filters = readOrderFilters(query)
  const after = query.get('after')
  const cursor = isUuid(after) ? after : null
  const maySeeBoth = filters.q !== '' && (await visitor.holds('review'))
  const [rows, events] = await Promise.all([
    listOrdersOf(sql, filters, cursor, pageSize + 1),
    maySeeBoth ? listApplicationEvents(sql, { application: filters.q }) : [],
  ])
  const orders = rows.slice(0, pageSize)
  const hasMore = rows.length > pageSize
  return {
    kind: 'page',
    data: {
      filters,
      orders,
      applicationHistory: events.length > 0 ? applicationHistory(events) : null,
      exportHref: apiPath('exportOrders', {}, filters),
      firstHref: cursor ? adminHref('orders', filters) : null,
      nextHref: hasMore ? adminHref('orders', { ...filters, after: orders.at(-1)!.id }) : null,
    },
  }
}

/** Orders that fit the filters, after one of them. */
export async function listOrdersOf(sql: SqlRunner, filters: OrderFilters, after: string | null, limit: number) {
  return await listAdminOrders(sql, {
    status: orderStatuses.find((known) => known === filters.status) ?? null,
    type: filters.type || null,
    text: filters.q || null,
    from: filters.from ? firstMomentOf(filters.from) : null,
    until: filters.until ? lastMomentOf(filters.until) : null,
    afterOrder: after,
    limit,
  })
}

/** The filters of an address. */
export function readOrderFilters(query: URLSearchParams): OrderFilters {
  const text = (name: string) => cleanText(query.get(name))
  const day = (name: string) => (isDay(text(name)) ? text(name) : '')
  return {
    status: orderStatuses.find((known) => known === text('status')) ?? '',
    type: orderTypes.find((known) => known === text('type')) ?? '',
    q: text('q'),
    from: day('from'),
    until: day('until'),
  }
}

export const orders = handler({ load: loadOrders })
