import { type } from 'arktype'
import { orderLabel } from '#domain/catalogue.ts'
import { londonDay } from '#domain/london-time.ts'
import { read } from '#requests/command.ts'
import { csvFile, inBatches, logExport } from '#requests/csv-file.ts'
import { shownStatus } from '../rules.ts'
import type { AdminOrderRow } from './order-list-queries.ts'
import { listOrdersOf, readOrderFilters } from './orders.ts'

const text = 'string <= 100'

/** The filters of the list of orders, as its address carries them; what makes no sense is no filter. */
const ordersQuery = type({
  'q?': text,
  'status?': text,
  'type?': text,
  'from?': text,
  'until?': text,
}).onUndeclaredKey('delete')

const batch = 500
const pounds = (pence: number) => pence / 100

export const exportOrders = read({
  permission: 'money',
  summary: 'Orders as a CSV file',
  description: 'With the filters of the admin area’s list. Amounts are pounds.',
  query: ordersQuery,
  answers: { 200: { file: 'text/csv' } },
  headers: ['Content-Disposition'],
  failures: {},
  run: async ({ query, visitor, services }) => {
    const { sql, now } = services
    await logExport({ visitor, services }, 'orders', query)
    const filters = readOrderFilters(new URLSearchParams(query as Record<string, string>))
    return csvFile<AdminOrderRow>(
      {
        name: `orders-${londonDay(now())}.csv`,
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
      },
      inBatches<AdminOrderRow>((after) => listOrdersOf(sql, filters, after?.id ?? null, batch)),
    )
  },
})
