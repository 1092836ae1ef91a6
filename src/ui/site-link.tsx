import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import type { MoveState } from './moves.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  href: string
  /** Opens in a new tab, says so to assistive technology, and hands the other site neither our window nor our address. */
  newTab?: boolean | undefined
  /** Leads to another page of the same list: shown from its beginning, though only the query changes (browser/navigate.ts). */
  fromStart?: boolean | undefined
  children: ReactNode
}

/** A link: within the site by the router, anywhere else (other sites, `mailto:`, `tel:`, downloads, fragments) by the browser. */
export function SiteLink({ href, newTab, fromStart, children, ...rest }: SiteLinkProps) {
  if (newTab) {
    return (
      <a {...rest} href={href} target="_blank" rel="noopener noreferrer">
        {children}
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
    )
  }
  if (!isPage(href) || rest.download !== undefined || rest.target) {
    return (
      <a {...rest} href={href}>
        {children}
      </a>
    )
  }
  return (
    <Link {...rest} href={href} {...(fromStart ? { state: 'from-start' satisfies MoveState } : {})}>
      {children}
    </Link>
  )
}

function isPage(href: string): boolean {
  return href.startsWith('/') && !href.startsWith('//')
}
