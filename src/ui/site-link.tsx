import type { ComponentProps, ReactNode } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

export type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  href: string
  /** Opens in a new tab, says so to assistive technology, and hands the other site neither our window nor our address. */
  newTab?: boolean | undefined
  /** Leads to another page of the same list: shown from its beginning, though only the query changes (browser/navigate.ts). */
  fromStart?: boolean | undefined
  children: ReactNode
}

/** A link that opens in a new tab or leads to another page of a list. Every other is a plain `a`; browser/follow-links.ts follows both. */
export function SiteLink({ href, newTab, fromStart, children, ...rest }: SiteLinkProps) {
  if (newTab) {
    return (
      <a {...rest} href={href} target="_blank" rel="noopener noreferrer">
        {children}
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
    )
  }
  return (
    <a {...rest} href={href} data-from-start={fromStart ? '' : undefined}>
      {children}
    </a>
  )
}
