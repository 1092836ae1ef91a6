import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconClass } from './icon.tsx'

type EmptyStateProps = {
  title: string
  text?: ReactNode
  icon?: IconClass | undefined
  level?: 'h1' | 'h2' | 'h3'
  className?: string | undefined
  children?: ReactNode
}

/** `children` offer a way on. */
export function EmptyState({ title, text, icon, level: Heading = 'h2', className, children }: EmptyStateProps) {
  return (
    <div
      className={classNames(
        'flex flex-col items-center gap-3 px-5 py-12 border border-dashed border-border-strong rounded text-center',
        className,
      )}
    >
      {icon && <Icon icon={icon} className="text-2xl text-gold-text" />}
      <Heading className="text-xl">{title}</Heading>
      {text && <p className="max-w-prose text-muted">{text}</p>}
      {children && <div className="mt-3 flex flex-wrap gap-3 justify-center">{children}</div>}
    </div>
  )
}
