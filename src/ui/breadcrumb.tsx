import { useEffect, useState } from 'react'
import { listAsLeft } from './remember-list.ts'

/** The last entry is the page itself. Others lead back to lists as they were left in this window. */
export function Breadcrumb({ crumbs }: { crumbs: readonly { label: string; href?: string | undefined }[] }) {
  // The server does not know how a list was left, so the first rendering says the plain address.
  const [isMounted, setIsMounted] = useState(false)
  useEffect(() => setIsMounted(true), [])
  return (
    <nav aria-label="Breadcrumb">
      <ol className="crumbs">
        {crumbs.map(({ label, href }) => (
          <li key={label} className="flex items-center min-w-0">
            {href === undefined ? (
              <span aria-current="page" className="min-w-0 py-2 text-muted">
                {label}
              </span>
            ) : (
              <a href={isMounted ? listAsLeft(href) : href} className="inline-block py-2.5">
                {label}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
