import { adminHref } from '../../../admin-pages.ts'
import { orderLabel, orderTypes } from '../../../domain/catalogue.ts'
import { londonDateOf } from '../../../domain/london-time.ts'
import { poundsAndPence } from '../../../domain/money.ts'
import { AdminFilters, filterField } from '../../../ui/admin-filters.tsx'
import { AdminHistory } from '../../../ui/admin-history.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchInput, Select, TextInput } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { Table } from '../../../ui/table.tsx'
import { definePage } from '../../../wire/page.ts'
import { OrderStatusBadge } from './order-status-badge.tsx'
import { orderStatuses, orderStatusWords } from './rules.ts'
import type { OrdersData } from './state.ts'

export const page = definePage<OrdersData>({ Component: OrdersPage, meta: () => ({ title: 'Orders' }) })

function OrdersPage({ data }: { data: OrdersData }) {
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <PageHeading lead="Every order, newest first. What was due is the price less its discount.">Orders</PageHeading>
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
      <Pagination firstHref={data.firstHref ?? undefined} nextHref={data.nextHref ?? undefined} />
    </>
  )
}

function Filters({ data: { filters } }: { data: OrdersData }) {
  return (
    <AdminFilters
      action={adminHref('orders')}
      filters={filters}
      clearHref={Object.values(filters).some(Boolean) ? adminHref('orders') : null}
    >
      <SearchInput
        name="q"
        label="Reference, organisation, email or id"
        defaultValue={filters.q}
        maxLength={100}
        fieldClassName="basis-full"
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

function Orders({ data: { orders } }: { data: OrdersData }) {
  if (orders.length === 0) {
    return <EmptyState className="mt-8" icon="i-receipt" title="No order fits these filters." />
  }
  return (
    <div className="mt-6">
      <Table
        caption="Orders, newest first"
        captionHidden
        columns={[
          { label: 'Order' },
          { label: 'Organisation' },
          { label: 'Status' },
          { label: 'Ordered', numeric: true },
          { label: 'Due', numeric: true },
          { label: 'Given back', numeric: true },
        ]}
        rows={orders.map((order) => ({
          key: order.id,
          cells: [
            <span key="order" className="inline-block min-w-36">
              <SiteLink href={adminHref('order', { id: order.id })} className="font-semibold">
                {orderLabel(order.type)}
              </SiteLink>
              <span className="block text-sm text-muted">{order.reference}</span>
            </span>,
            <span key="organisation" className="inline-block min-w-36">
              {order.organisation_name}
            </span>,
            <span key="status" className="flex flex-wrap gap-1">
              <OrderStatusBadge status={order.status} />
              {order.has_discrepancy && <Badge tone="danger">Needs a look</Badge>}
            </span>,
            <span key="ordered" className="whitespace-nowrap">
              {londonDateOf(order.created_at)}
            </span>,
            poundsAndPence(order.amount_pence - order.discount_pence),
            order.refunded_pence > 0 ? poundsAndPence(order.refunded_pence) : '',
          ],
        }))}
      />
    </div>
  )
}
