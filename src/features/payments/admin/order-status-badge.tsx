import { Badge } from '#ui/badge.tsx'
import { orderStatusWords } from './rules.ts'

/** What its status does not say: a dispute that is open, and a part that went back. */
export function MoneyBadges({
  order: { status, has_open_dispute, refunded_pence },
}: {
  order: { status: string; has_open_dispute: boolean; refunded_pence: number }
}) {
  return (
    <>
      {has_open_dispute && status !== 'disputed' && <Badge tone="danger">Disputed</Badge>}
      {refunded_pence > 0 && status !== 'refunded' && <Badge tone="warning">Part refunded</Badge>}
    </>
  )
}

export function OrderStatusBadge({ status }: { status: string }) {
  const { label, tone } = orderStatusWords[status] ?? { label: status, tone: 'neutral' as const }
  return <Badge tone={tone}>{label}</Badge>
}
