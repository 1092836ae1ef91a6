import { useEffect, useState } from 'react'
import { Breadcrumb, type Crumb } from './breadcrumb.tsx'
import { listAsLeft } from './remember-list.ts'

/** Where a page of the admin area stands. Its links lead back to lists as they were left in this window: filters, sorting and page. */
export function AdminBreadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const [isMounted, setIsMounted] = useState(false)
  useEffect(() => setIsMounted(true), [])
  const asLeft = (href: string | undefined) => (isMounted && href ? listAsLeft(href) : href)
  return <Breadcrumb crumbs={crumbs.map(({ label, href }) => ({ label, href: asLeft(href) }))} />
}
