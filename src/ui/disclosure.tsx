import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

type DisclosureProps = {
  summary: ReactNode
  plain?: boolean
  open?: boolean | undefined
  onToggle?: ((open: boolean) => void) | undefined
  className?: string | undefined
  children: ReactNode
}

/**
 * On the platform's own element, it opens without a script.
 * @param plain its summary looks like a link, without a frame: for what is inside a card.
 */
export function Disclosure({ summary, plain = false, open, onToggle, className, children, ...rest }: DisclosureProps) {
  return (
    <details
      {...rest}
      open={open}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
      className={classNames(!plain && 'panel', className)}
    >
      <summary className={plain ? 'button-link' : 'panel-summary'}>
        <span className="flex items-center gap-2">{summary}</span>
        <Icon icon="i-chevron-down" />
      </summary>
      {plain ? children : <div className="p-5 border-t border-border">{children}</div>}
    </details>
  )
}
