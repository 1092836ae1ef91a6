import { adminHref } from '#admin-pages.ts'
import { orderLabel, orderTypes } from '#domain/catalogue.ts'
import { poundsAndPence } from '#domain/money.ts'
import type { PageData } from '#page/page.ts'
import { AdminFilters, pick } from '#ui/admin-filters.tsx'
import { AdminHistory } from '#ui/admin-history.tsx'
import { AdminList, CsvLink } from '#ui/admin-list.tsx'
import { Badge } from '#ui/badge.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { sortBy, sortText } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { MoneyBadges, OrderStatusBadge } from './order-status-badge.tsx'
import { nothingFound, type OrderSort, orderStatusWords, ordersHref, shownStatus, usualOrderSort } from './rules.ts'
import type { orders } from './server/orders.ts'

type Data = PageData<typeof orders>

export const page = definePage<Data>(OrdersPage, 'Orders')

function OrdersPage({ data }: { data: Data }) {
  return (
    <>
      <div className="admin-head">
        <PageHeading lead="Due: price less discount. Kept: paid less refunds and disputes." />
        <CsvLink href={data.exportHref} />
      </div>
      <Filters data={data} />
      <Orders data={data} />
      {data.applicationHistory && (
        <div className="mt-10 max-w-prose">
          <AdminHistory events={data.applicationHistory} />
        </div>
      )}
    </>
  )
}

function Filters({ data: { filters, sort } }: { data: Data }) {
  const types = orderTypes.map((type) => [type, orderLabel(type)])
  return (
    <AdminFilters
      action={adminHref('orders')}
      values={filters}
      sort={sortText(sort, usualOrderSort)}
      fields={[
        {
          kind: 'search',
          name: 'q',
          label: 'Reference, organisation, email, amount, last 4 digits of the card, or id',
        },
        pick('status', 'Status', 'Any', orderStatusWords),
        pick('type', 'For', 'Anything', Object.fromEntries(types)),
        { kind: 'day', name: 'from', label: 'From' },
        { kind: 'day', name: 'until', label: 'Until' },
      ]}
    />
  )
}

function Orders({ data: { filters, orders, sort, pages } }: { data: Data }) {
  const sorted = (by: OrderSort['by']) => sortBy(by, sort, (next) => ordersHref(filters, next))
  const amount = (pence: number) => (pence > 0 ? poundsAndPence(pence) : '')
  return (
    <AdminList
      caption={`Orders, sorted by ${sort.by === 'due' ? 'amount due' : 'day'}`}
      icon="i-receipt"
      empty={nothingFound('orders', filters)}
      columns={[
        { label: 'Order', href: ({ id }) => adminHref('order', { id }), cell: ({ type }) => orderLabel(type) },
        // Second, where the one line of a phone still shows it.
        {
          label: 'Due',
          numeric: true,
          sort: sorted('due'),
          cell: (order) => poundsAndPence(order.amount_pence - order.discount_pence),
        },
        { label: 'Application', cell: 'reference' },
        { label: 'Organisation', grows: true, cell: 'organisation_name' },
        {
          label: 'Status',
          cell: (order) => (
            <>
              <OrderStatusBadge status={shownStatus(order)} />
              <MoneyBadges order={order} />
              {order.has_discrepancy && <Badge tone="danger">To check</Badge>}
            </>
          ),
        },
        { label: 'Ordered', sort: sorted('ordered'), day: 'created_at' },
        { label: 'Renewed', numeric: true, wide: true, cell: (order) => amount(order.renewed_pence) },
        { label: 'Refunded', numeric: true, wide: true, cell: (order) => amount(order.refunded_pence) },
        {
          label: 'Kept',
          numeric: true,
          wide: true,
          cell: (order) => (order.paid_at ? poundsAndPence(order.kept_pence) : ''),
        },
      ]}
      rows={orders}
      pages={pages}
    />
  )
}
