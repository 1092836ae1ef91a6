import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>
}

export function Muted({ children }: { children: ReactNode }) {
  return <span className="text-muted">{children}</span>
}

export function Prose({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={classNames('prose', className)}>{children}</div>
}

export function TextList({ items, className }: { items: readonly string[]; className?: string }) {
  return (
    <ul className={className}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

/** Says so to assistive technology, and gives the other site neither our window nor our address. */
export function NewTabLink({ href, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a {...rest} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  )
}
