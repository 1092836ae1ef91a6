import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type DescriptionItem = { term: string; details: ReactNode }

/** By their terms. What has no details (null, '', false) is left out. */
export function DescriptionList({
  items,
  className,
}: {
  items: readonly DescriptionItem[] | Readonly<Record<string, ReactNode>>
  className?: string | undefined
}) {
  const all = Array.isArray(items) ? items : Object.entries(items).map(([term, details]) => ({ term, details }))
  return (
    <dl className={classNames('descriptions', className)}>
      {all
        .filter(({ details }) => details !== null && details !== undefined && details !== '' && details !== false)
        .map(({ term, details }) => (
          <div key={term} className="description">
            <dt className="text-muted">{term}</dt>
            <dd className="figures min-w-0">{details}</dd>
          </div>
        ))}
    </dl>
  )
}
