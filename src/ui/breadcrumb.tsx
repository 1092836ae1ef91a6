import { SiteLink } from './site-link.tsx'

export type Crumb = { label: string; href?: string | undefined }

/** Where the page stands. The last entry is the page itself and needs no address. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
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
              <SiteLink href={href} className="inline-block py-2.5">
                {label}
              </SiteLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
