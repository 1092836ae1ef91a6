import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'
import { classNames } from './class-names.ts'

type PageHeadingProps = ComponentProps<'h1'> & { eyebrow?: ReactNode; lead?: ReactNode }

/** Of the page that is shown, without the authority's name. */
export const PageTitle = createContext('')

/** The page's one h1, by default its title. After a move it takes the focus (`data-page-heading`), so that the page is read from its name. */
export function PageHeading({ children, eyebrow, lead, className }: PageHeadingProps) {
  const title = useContext(PageTitle)
  return (
    <header className={classNames('max-w-3xl', className)}>
      {eyebrow && <p className="mb-2 eyebrow">{eyebrow}</p>}
      <h1 tabIndex={-1} data-page-heading="">
        {children ?? title}
      </h1>
      {lead && <p className="lead">{lead}</p>}
    </header>
  )
}
