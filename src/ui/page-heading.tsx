import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

type PageHeadingProps = ComponentProps<'h1'> & { eyebrow?: ReactNode; lead?: ReactNode }

/** The page's one h1. After a move it takes the focus (`data-page-heading`), so that the page is read from its name. */
export function PageHeading({ children, eyebrow, lead, className }: PageHeadingProps) {
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
