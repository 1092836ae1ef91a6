import { Badge } from '../../../ui/badge.tsx'
import { orderStatusWords } from './rules.ts'

/** Where an order stands, in words. */
export function OrderStatusBadge({ status }: { status: string }) {
  const { label, tone } = orderStatusWords[status] ?? { label: status, tone: 'neutral' as const }
  return <Badge tone={tone}>{label}</Badge>
}
