import { Badge } from '#ui/badge.tsx'
import { type MailState, mailStateWords } from './rules.ts'

export function StateBadge({ state }: { state: MailState }) {
  const { label, tone } = mailStateWords[state]
  return <Badge tone={tone}>{label}</Badge>
}
