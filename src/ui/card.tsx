import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { SiteLink } from './site-link.tsx'

/** A sheet of paper on the ground. `flush` leaves the padding to what it holds (a cover on top, for example). */
export function Card({
  as: Tag = 'div',
  flush,
  className,
  children,
  id,
}: {
  as?: 'div' | 'article' | 'section' | 'li' | 'aside'
  flush?: boolean | undefined
  className?: string | undefined
  id?: string | undefined
  children: ReactNode
}) {
  return (
    <Tag
      id={id}
      className={classNames(
        'relative bg-surface-raised border border-border rounded shadow',
        flush ? 'overflow-hidden' : 'p-5 sm:p-6',
        className,
      )}
    >
      {children}
    </Tag>
  )
}

/** A card's heading. With `href` the whole card takes the press, while assistive technology meets one link with a short name. */
export function CardTitle({
  href,
  newTab,
  level: Heading = 'h3',
  className,
  children,
}: {
  href?: string | undefined
  newTab?: boolean | undefined
  level?: 'h2' | 'h3' | 'h4'
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <Heading className={classNames('text-lg leading-snug', className)}>
      {href === undefined ? (
        children
      ) : (
        <SiteLink
          href={href}
          newTab={newTab}
          className="text-text no-underline hover:underline after:content-[''] after:absolute after:inset-0"
        >
          {children}
        </SiteLink>
      )}
    </Heading>
  )
}
