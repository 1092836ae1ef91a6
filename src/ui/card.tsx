import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export function Card({
  as: Tag = 'div',
  className,
  children,
  id,
}: {
  as?: 'div' | 'article' | 'section' | 'li' | 'aside'
  className?: string | undefined
  id?: string | undefined
  children: ReactNode
}) {
  return (
    <Tag id={id} className={classNames('card', className)}>
      {children}
    </Tag>
  )
}

/** With `href` the whole card takes the press, while assistive technology meets one link with a short name. */
export function CardTitle({
  href,
  level: Heading = 'h3',
  className,
  children,
}: {
  href?: string | undefined
  level?: 'h2' | 'h3' | 'h4'
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <Heading className={classNames('card-title', className)}>
      {href === undefined ? children : <a href={href}>{children}</a>}
    </Heading>
  )
}
