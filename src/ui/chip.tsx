import type { ReactNode } from 'react'
import { figure } from '#domain/figures.ts'
import { Icon } from './icon.tsx'
import { VisuallyHidden } from './text.tsx'

type ChipLinkProps = {
  href: string
  current?: boolean | undefined
  count?: number | undefined
  children?: ReactNode
}

/** A filter as a link works without a script and can be shared. */
export function ChipLink({ href, current, count, children }: ChipLinkProps) {
  return (
    <a href={href} aria-current={current ? 'true' : undefined} className="chip">
      {children}
      {count !== undefined && <b>{figure(count)}</b>}
    </a>
  )
}

/** `oneLine`: on a phone it is scrolled sideways. */
export function ChipRow({ label, oneLine, children }: { label: string; oneLine?: boolean; children: ReactNode }) {
  return (
    <nav aria-label={label} className={oneLine ? 'badges one-line' : 'badges'}>
      {children}
    </nav>
  )
}

/** The views of a list. */
export function ChipLinks({ label, chips }: { label: string; chips: readonly (ChipLinkProps & { label: string })[] }) {
  return (
    <ChipRow label={label}>
      {chips.map((chip) => (
        <ChipLink key={chip.href} {...chip}>
          {chip.label}
        </ChipLink>
      ))}
    </ChipRow>
  )
}

/** Each is the way to the list without it. */
export function FiltersInUse({ filters }: { filters: { text: string; hrefWithout: string }[] }) {
  if (filters.length === 0) return null
  return (
    <ChipRow label="Filters in use">
      {filters.map(({ text, hrefWithout }) => (
        <ChipLink key={text} href={hrefWithout}>
          <VisuallyHidden>Remove filter: </VisuallyHidden>
          {text.charAt(0).toUpperCase() + text.slice(1)}
          <Icon icon="i-x" />
        </ChipLink>
      ))}
    </ChipRow>
  )
}
