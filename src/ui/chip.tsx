import type { ReactNode } from 'react'
import { figure } from '../domain/figures.ts'
import { useFollowLinks } from './card-list.tsx'

/** A filter as a link, so that it works without a script and can be shared. `current` marks the one in use. */
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
    <a href={href} aria-current={current ? 'true' : undefined} className="chip">
      {children}
      {count !== undefined && <b>{figure(count)}</b>}
    </a>
  )
}

/** Chips in a row that wraps, under a name, which follows their links. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  const onClick = useFollowLinks()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link is a click.
    <nav aria-label={label} className="badges" onClick={onClick}>
      {children}
    </nav>
  )
}
