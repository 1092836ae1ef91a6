import type { ReactNode } from 'react'
import { figure } from '../domain/figures.ts'
import { SiteLink } from './site-link.tsx'

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
    <SiteLink href={href} aria-current={current ? 'true' : undefined} className="chip">
      {children}
      {count !== undefined && <span className="figures">{figure(count)}</span>}
    </SiteLink>
  )
}

/** Chips in a row that wraps, under a name. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="badges">
      {children}
    </nav>
  )
}
