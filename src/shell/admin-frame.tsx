import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { adminHref } from '../admin-pages.ts'
import { rolesLabel } from '../domain/permissions.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { Container } from '../ui/layout.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import { useAskBeforeLeaving } from '../ui/use-ask-before-leaving.ts'
import type { AdminPerson } from '../wire/page.ts'
import { adminGroupsFor, currentAdminPage } from './admin-navigation.ts'

/**
 * The frame of every page of the admin area: its navigation, with the pages of the person's roles alone, who is signed in, and the way
 * out. Beside the page on a wide screen, above it behind its name on a narrow one. The page brings its own `PageHeading`.
 */
export function AdminFrame({ person: admin, children }: { person: AdminPerson; children: ReactNode }) {
  const [path] = useLocation()
  useAskBeforeLeaving()
  const current = currentAdminPage(path)
  return (
    <Container className="py-6 lg:py-12 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-12">
      <details className="lg:hidden no-print mb-8 panel">
        <summary className="flex items-center justify-between gap-3 min-h-11 px-4 py-2 font-semibold">
          <span>
            <span className="font-normal text-muted">Admin: </span>
            {current?.label ?? 'menu'}
          </span>
          <Icon icon="i-chevron-down" />
        </summary>
        <div className="p-4 border-t border-border">
          <Menu admin={admin} currentHref={current?.href} />
        </div>
      </details>
      <div className="hidden lg:block no-print">
        <Menu admin={admin} currentHref={current?.href} />
      </div>
      <div className="min-w-0">{children}</div>
    </Container>
  )
}

function Menu({ admin, currentHref }: { admin: AdminPerson; currentHref: string | undefined }) {
  return (
    <>
      <nav aria-label="Admin area">
        {adminGroupsFor(admin.roles).map(({ label, pages }) => (
          <div key={label} className="mb-5">
            <p className="mb-1 eyebrow">{label}</p>
            <ul>
              {pages.map((page) => (
                <li key={page.href}>
                  <SiteLink
                    href={page.href}
                    aria-current={page.href === currentHref ? 'page' : undefined}
                    className={classNames(
                      'flex items-center min-h-11 lg:min-h-9 px-3 border-l-3 no-underline hover:bg-surface-sunken',
                      page.href === currentHref
                        ? 'border-action text-text font-semibold'
                        : 'border-border text-muted hover:text-text',
                    )}
                  >
                    {page.label}
                  </SiteLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="pt-4 border-t border-border text-sm">
        <p className="break-words">
          <span className="visually-hidden">Signed in as </span>
          <span className="font-semibold">{admin.name}</span>
          <span className="block text-muted">{rolesLabel(admin.roles)}</span>
        </p>
        <form method="post" action={adminHref('account')} className="mt-3">
          <input type="hidden" name="intent" value="sign-out" />
          <Button type="submit" variant="quiet">
            Sign out
          </Button>
        </form>
      </div>
    </>
  )
}
