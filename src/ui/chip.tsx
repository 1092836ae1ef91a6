import type { ReactNode } from 'react'
import { figure } from '../domain/figures.ts'
import { classNames } from './class-names.ts'
import { SiteLink } from './site-link.tsx'

const shape =
  'inline-flex items-center gap-2 min-h-11 px-4 border rounded-full text-sm font-semibold no-underline transition-colors border-border-strong text-text bg-transparent hover:border-text hover:bg-surface-sunken'
const chosenLink =
  'aria-[current=true]:bg-action aria-[current=true]:text-action-text aria-[current=true]:border-action aria-[current=true]:hover:bg-action-hover'

/** A filter as a link, so that it works without a script and can be shared. `current` marks the one in force. */
export function ChipLink({
  href,
  current,
  count,
  children,
}: {
  href: string
  current?: boolean | undefined
  /** How many it leads to. */
  count?: number | undefined
  children: ReactNode
}) {
  return (
    <SiteLink href={href} aria-current={current ? 'true' : undefined} className={classNames(shape, chosenLink)}>
      {children}
      {count !== undefined && <span className="figures font-normal">{figure(count)}</span>}
    </SiteLink>
  )
}

/** Chips in a row that wraps, under a name. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {children}
    </nav>
  )
}
