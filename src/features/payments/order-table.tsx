import type { Pence } from '#domain/formats.ts'
import { poundsAndPence } from '#domain/money.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Table } from '#ui/table.tsx'
import type { ShownOrder } from './server/read-orders.ts'

const statuses: Record<ShownOrder['status'], { label: string; tone: BadgeTone }> = {
  paid: { label: 'Paid', tone: 'accredited' },
  pending: { label: 'Pending', tone: 'warning' },
  failed: { label: 'Failed', tone: 'danger' },
  disputed: { label: 'Disputed', tone: 'danger' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
}

export function OrderTable({ orders, totalPence }: { orders: ShownOrder[]; totalPence: Pence }) {
  if (orders.length === 0) return <p className="text-muted">There are no orders yet.</p>
  return (
    <Table
      caption="Order Summary"
      columns={['Item', 'Status', { label: 'Amount', numeric: true }]}
      rows={orders.map((order) => ({
        key: order.id,
        cells: [
          <Item key="item" order={order} />,
          <Badge key="status" tone={statuses[order.status].tone}>
            {statuses[order.status].label}
          </Badge>,
          poundsAndPence(order.amountPence),
        ],
      }))}
      foot={['Total Investment', '', poundsAndPence(totalPence)]}
    />
  )
}

function Item({ order }: { order: ShownOrder }) {
  return (
    <>
      {order.label}
      {order.services.length > 0 && <span className="block text-sm text-muted">{order.services.join(', ')}</span>}
      {order.engraving && (
        <span className="block min-w-24 [overflow-wrap:anywhere] text-sm text-muted">
          Engraving: “{order.engraving}”
        </span>
      )}
      {order.note && <span className="block text-sm text-muted">{order.note}</span>}
      {order.coupon && <span className="block text-sm text-muted">With the code {order.coupon}</span>}
    </>
  )
}
