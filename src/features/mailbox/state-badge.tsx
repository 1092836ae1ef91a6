import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { type MailState, mailStateLabels } from './rules.ts'

const tones: Record<MailState, BadgeTone> = {
  waiting: 'warning',
  sent: 'accredited',
  failed: 'danger',
  bounced: 'danger',
  suppressed: 'warning',
  kept: 'neutral',
}

export function StateBadge({ state }: { state: MailState }) {
  return <Badge tone={tones[state]}>{mailStateLabels[state]}</Badge>
}
