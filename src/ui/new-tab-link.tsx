import type { ComponentProps } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Says so to assistive technology, and gives the other site neither our window nor our address. */
export function NewTabLink({ href, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a {...rest} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  )
}
