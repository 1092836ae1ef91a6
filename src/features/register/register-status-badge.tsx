import { type RegisterStatus, registerStatuses } from '#domain/register-status.ts'
import { Badge } from '#ui/badge.tsx'
import type { IconClass } from '#ui/icon.tsx'

export const statusIcons: Record<RegisterStatus, IconClass> = {
  active: 'i-badge-check',
  listed: 'i-hourglass',
  refused: 'i-circle-x',
  lapsed: 'i-clock-alert',
  suspended: 'i-circle-pause',
  revoked: 'i-circle-x',
}

export function RegisterStatusBadge({ status }: { status: RegisterStatus }) {
  const { label, tone } = registerStatuses[status]
  return (
    <Badge tone={tone} icon={statusIcons[status]}>
      {label}
    </Badge>
  )
}
