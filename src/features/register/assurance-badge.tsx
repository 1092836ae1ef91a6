import { type Assurance, assuranceLevels } from '#domain/assurance.ts'
import { Badge } from '#ui/badge.tsx'
import type { IconClass } from '#ui/icon.tsx'

const icons: Record<Assurance, IconClass> = {
  declared: 'i-circle',
  evidence: 'i-file-text',
  assessed: 'i-clipboard-check',
}

export function AssuranceFact({ assurance }: { assurance: Assurance }) {
  return <li className={icons[assurance]}>{assuranceLevels[assurance].label}</li>
}

export function AssuranceBadge({ assurance }: { assurance: Assurance }) {
  return <Badge icon={icons[assurance]}>{assuranceLevels[assurance].label}</Badge>
}
