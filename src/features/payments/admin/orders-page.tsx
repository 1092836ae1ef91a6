import { adminHref } from '#admin-pages.ts'
import { orderLabel, orderTypes } from '#domain/catalogue.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { poundsAndPence } from '#domain/money.ts'
import type { PageData } from '#page/page.ts'
import { AdminFilters, filterField } from '#ui/admin-filters.tsx'
import { AdminHistory } from '#ui/admin-history.tsx'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchInput, Select, TextInput } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { sortBy, sortText } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { MoneyBadges, OrderStatusBadge } from './order-status-badge.tsx'
import { keptPence, type OrderSort, orderStatuses, orderStatusWords, ordersHref, usualOrderSort } from './rules.ts'
import type { orders } from './server/orders.ts'

type Data = PageData<typeof orders>

export const page = definePage<Data>({ Component: OrdersPage, meta: () => ({ title: 'Orders' }) })

function OrdersPage({ data }: { data: Data }) {
  return (
    <>
      <div className="admin-head">
        <PageHeading lead="Due: price less discount. Kept: paid less refunds and disputes.">Orders</PageHeading>
        <ButtonLink variant="quiet" href={data.exportHref} download>
          <Icon icon="i-download" />
          CSV file
        </ButtonLink>
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
  return (
    <AdminFilters
      action={adminHref('orders')}
      filters={filters}
      sort={sortText(sort, usualOrderSort)}
      clearHref={Object.values(filters).some(Boolean) ? adminHref('orders') : null}
    >
      <SearchInput
        name="q"
        label="Reference, organisation, email or id"
        defaultValue={filters.q}
        maxLength={100}
        fieldClassName="basis-full xl:basis-0 xl:grow"
      />
      <Select
        name="status"
        label="Status"
        defaultValue={filters.status}
        placeholder="Any"
        options={orderStatuses.map((status) => ({ value: status, label: orderStatusWords[status]!.label }))}
        fieldClassName={filterField}
      />
      <Select
        name="type"
        label="For"
        defaultValue={filters.type}
        placeholder="Anything"
        options={orderTypes.map((type) => ({ value: type, label: orderLabel(type) }))}
        fieldClassName={filterField}
      />
      <TextInput name="from" label="From" type="date" defaultValue={filters.from} />
      <TextInput name="until" label="Until" type="date" defaultValue={filters.until} />
    </AdminFilters>
  )
}

function Orders({ data: { filters, orders, sort, pages } }: { data: Data }) {
  if (orders.length === 0 && pages.previousHref === null) {
    return <EmptyState className="mt-8" icon="i-receipt" title="No orders match these filters." />
  }
  const sorted = (by: OrderSort['by']) => sortBy(by, sort, (next) => ordersHref(filters, next))
  return (
    <>
      <AdminTable
        caption={`Orders, sorted by ${sort.by === 'due' ? 'amount due' : 'day'}`}
        columns={[
          { label: 'Order' },
          { label: 'Application' },
          { label: 'Organisation', grows: true },
          { label: 'Status' },
          { label: 'Ordered', numeric: true, sort: sorted('ordered') },
          { label: 'Due', numeric: true, sort: sorted('due') },
          { label: 'Renewed', numeric: true, wide: true },
          { label: 'Refunded', numeric: true, wide: true },
          { label: 'Kept', numeric: true, wide: true },
        ]}
        rows={orders.map((order) => ({
          key: order.id,
          cells: [
            <a key="name" href={adminHref('order', { id: order.id })}>
              {orderLabel(order.type)}
            </a>,
            order.reference,
            order.organisation_name,
            <>
              <OrderStatusBadge status={order.status} />
              <MoneyBadges order={order} />
              {order.has_discrepancy && <Badge tone="danger">To check</Badge>}
            </>,
            londonDateOf(order.created_at),
            poundsAndPence(order.amount_pence - order.discount_pence),
            order.renewed_pence > 0 ? poundsAndPence(order.renewed_pence) : '',
            order.refunded_pence > 0 ? poundsAndPence(order.refunded_pence) : '',
            order.paid_at ? poundsAndPence(keptPence(order)) : '',
          ],
        }))}
      />
      <AdminPages pages={pages} />
    </>
  )
}
