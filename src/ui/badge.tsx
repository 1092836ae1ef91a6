import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconClass } from './icon.tsx'

export type BadgeTone = 'accredited' | 'gold' | 'neutral' | 'warning' | 'danger'

const tones: Record<BadgeTone, string> = {
  accredited: 'bg-accredited-surface text-accredited border-accredited',
  gold: 'bg-gold-surface text-gold-text border-gold',
  neutral: 'bg-transparent text-muted border-border-strong',
  warning: 'bg-warning-surface text-warning border-warning',
  danger: 'bg-danger-surface text-danger border-danger',
}

/** A status in one or two words. The tone repeats what the word says and never replaces it. */
export function Badge({
  tone = 'neutral',
  icon,
  className,
  children,
}: {
  tone?: BadgeTone
  icon?: IconClass | undefined
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 px-2 py-0.5 border rounded text-xs font-semibold whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {icon && <Icon icon={icon} />}
      {children}
    </span>
  )
}
