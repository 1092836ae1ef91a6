import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

/** On the platform's own element, it opens without a script. */
export function Disclosure({
  summary,
  open,
  onToggle,
  className,
  children,
  ...rest
}: {
  summary: ReactNode
  open?: boolean | undefined
  onToggle?: ((open: boolean) => void) | undefined
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <details
      {...rest}
      open={open}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
      className={classNames('panel', className)}
    >
      <summary className="panel-summary">
        <span className="flex items-center gap-2">{summary}</span>
        <Icon icon="i-chevron-down" />
      </summary>
      <div className="p-5 border-t border-border">{children}</div>
    </details>
  )
}
