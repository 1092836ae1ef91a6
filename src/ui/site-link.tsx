import type { ComponentProps, ReactNode } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

export type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  href: string
  /** Opens in a new tab, says so to assistive technology, and hands the other site neither our window nor our address. */
  newTab?: boolean | undefined
  children: ReactNode
}

/** A link that may open in a new tab. One that never does is a plain `a`. */
export function SiteLink({ href, newTab, children, ...rest }: SiteLinkProps) {
  return newTab ? (
    <a {...rest} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  ) : (
    <a {...rest} href={href}>
      {children}
    </a>
  )
}
