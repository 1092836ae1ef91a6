import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type CardProps = {
  as?: 'div' | 'article' | 'section' | 'li' | 'aside'
  className?: string | undefined
  children: ReactNode
}

export function Card({ as: Tag = 'div', className, children }: CardProps) {
  return <Tag className={classNames('card', className)}>{children}</Tag>
}
