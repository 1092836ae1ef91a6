import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { IconClass } from './icon.tsx'

export type BadgeTone = 'accredited' | 'gold' | 'neutral' | 'warning' | 'danger'

/** The tone repeats what the word says and never replaces it. */
export function Badge({ tone, icon, children }: { tone?: BadgeTone; icon?: IconClass; children: ReactNode }) {
  return <span className={classNames('badge', tone !== 'neutral' && tone, icon)}>{children}</span>
}
