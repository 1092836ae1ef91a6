import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** The page's one h1. After a move the browser's focus is put on it (`data-page-heading`), so that the page is read from its name. */
export function PageHeading({
  children,
  eyebrow,
  lead,
  className,
}: {
  children: ReactNode
  /** What kind of page this is, above the heading. */
  eyebrow?: ReactNode
  /** One or two sentences under it. */
  lead?: ReactNode
  className?: string | undefined
}) {
  return (
    <header className={classNames('max-w-3xl', className)}>
      {eyebrow && <p className="mb-2 eyebrow">{eyebrow}</p>}
      <h1 tabIndex={-1} data-page-heading="">
        {children}
      </h1>
      {lead && <p className="lead">{lead}</p>}
    </header>
  )
}
