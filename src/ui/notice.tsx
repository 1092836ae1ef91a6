import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconClass } from './icon.tsx'

export type NoticeTone = 'info' | 'success' | 'warning' | 'danger'

const tones: Record<NoticeTone, { box: string; icon: IconClass; ink: string }> = {
  info: { box: 'border-border-strong bg-surface-sunken', icon: 'i-lucide-info', ink: 'text-muted' },
  success: { box: 'border-accredited bg-accredited-surface', icon: 'i-lucide-circle-check', ink: 'text-accredited' },
  warning: { box: 'border-warning bg-warning-surface', icon: 'i-lucide-triangle-alert', ink: 'text-warning' },
  danger: { box: 'border-danger bg-danger-surface', icon: 'i-lucide-circle-alert', ink: 'text-danger' },
}

/** A remark within the page. `live` has it read out when it appears: 'status' in its turn, 'alert' at once. */
export function Notice({
  tone = 'info',
  title,
  live,
  className,
  children,
}: {
  tone?: NoticeTone
  title?: ReactNode
  live?: 'status' | 'alert' | undefined
  className?: string | undefined
  children?: ReactNode
}) {
  const { box, icon, ink } = tones[tone]
  return (
    <div role={live} className={classNames('flex gap-3 items-start p-4 border-l-4 rounded', box, className)}>
      <Icon icon={icon} className={classNames('mt-1 text-lg', ink)} />
      <div className="flex-1 min-w-0 max-w-prose">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  )
}
