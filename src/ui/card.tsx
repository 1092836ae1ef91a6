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

export function StatList({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <dl className={classNames('stats', className)}>{children}</dl>
}

export function StatCard({ value, label, note }: { value: ReactNode; label: ReactNode; note?: ReactNode }) {
  return (
    <div className="stat">
      {note && <dd className="text-note">{note}</dd>}
      <dt className="text-muted">{label}</dt>
      <dd className="font-serif font-medium text-2xl sm:text-3xl leading-none whitespace-nowrap figures">{value}</dd>
    </div>
  )
}
