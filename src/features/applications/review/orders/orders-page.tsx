import { adminHref } from '#admin-pages.ts'
import { orderLabel } from '#domain/catalogue.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { poundsAndPence } from '#domain/money.ts'
import { CaseFrame, NoCase } from '#features/applications/case/case-frame.tsx'
import { OrderStatusBadge } from '#features/payments/admin/order-status-badge.tsx'
import type { PageData } from '#page/page.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Table } from '#ui/table.tsx'
import { type AdminPerson, definePage } from '#wire/page.ts'
import type { caseOrders } from './server.ts'

type Data = PageData<typeof caseOrders>

export const page = definePage<Data>(OrdersPage, 'Orders of an application')

function OrdersPage({ data, admin }: { data: Data; admin?: AdminPerson | undefined }) {
  if (!('head' in data)) return <NoCase data={data} />
  return (
    <CaseFrame head={data.head} current="caseOrders" admin={admin}>
      <div className="mt-8">
        {data.kind === 'decider' ? (
          <EmptyState
            title="You decide on this application"
            text="Who decides on it is not shown what was paid for it."
          />
        ) : data.orders.length === 0 ? (
          <EmptyState title="There are no orders" text="Nothing was ordered for this application." />
        ) : (
          <Table
            caption="Orders of this application"
            columns={['Order', 'Status', 'Ordered', { label: 'Due', numeric: true }]}
            rows={data.orders.map(({ id, type, status, createdAt, pence }) => ({
              key: id,
              cells: [
                <a key="order" href={adminHref('order', { id })} className="font-semibold">
                  {orderLabel(type)}
                </a>,
                <OrderStatusBadge key="status" status={status} />,
                londonDateOf(createdAt),
                poundsAndPence(pence),
              ],
            }))}
          />
        )}
      </div>
    </CaseFrame>
  )
}
