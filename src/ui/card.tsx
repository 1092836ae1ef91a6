import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export function Card({
  as: Tag = 'div',
  className,
  children,
}: {
  as?: 'div' | 'article' | 'section' | 'li' | 'aside'
  className?: string | undefined
  children: ReactNode
}) {
  return <Tag className={classNames('card', className)}>{children}</Tag>
}
