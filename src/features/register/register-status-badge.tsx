import { type Assurance, checkedWords, type Level, statusWords } from '#domain/assurance.ts'
import { isAccredited, type RegisterStatus, registerStatuses } from '#domain/register-status.ts'
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

type LevelProps = Level & { status: RegisterStatus }

export function RegisterStatusBadge({ status, assurance, assuredOn }: LevelProps) {
  return (
    <Badge tone={registerStatuses[status].tone} icon={statusIcons[status]}>
      {statusWords({ status, assurance, assuredOn })}
    </Badge>
  )
}

/** What is paid for says so. */
export function FeaturedBadge() {
  return (
    <Badge tone="gold" icon="i-star">
      Featured: paid placement
    </Badge>
  )
}

const levelIcons: Record<Assurance, IconClass> = {
  declared: 'i-circle',
  evidence: 'i-file-text',
  assessed: 'i-clipboard-check',
}

/** Beside a `RegisterStatusBadge`, which says it of what is accredited. */
export function AssuranceBadge({ status, ...level }: LevelProps) {
  return isAccredited(status) ? null : <Badge icon={levelIcons[level.assurance]}>{checkedWords(level)}</Badge>
}
