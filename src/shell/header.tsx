import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import type { Brand } from '../brand.ts'
import { type PageEntry, pages } from '../pages.ts'
import { Crest } from '../ui/crest.tsx'
import { Icon } from '../ui/icon.tsx'
import { Container } from '../ui/layout.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { PartnerLogo, partnerMarks } from './partner-logos.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** The site's parts in their documented order, which is the table's. */
const navigation = Object.values<PageEntry>(pages).flatMap(({ path, header }) =>
  header ? [{ href: path, label: header }] : [],
)

/** Crest and name, partners on wide screens, and the site's parts: a row when wide, behind a button when narrow. */
export function Header({ brand }: { brand: Brand }) {
  const [path] = useLocation()
  const menu = useRef<HTMLElement>(null)
  const closeMenu = () => {
    const element = menu.current
    if (element?.matches(':popover-open')) element.hidePopover()
  }
  // A link in the menu changes the page without leaving the document, so the menu has to be put away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the occasion, not an input.
  useEffect(closeMenu, [path])

  return (
    <header className="site-header bg-surface-raised double-rule">
      <Container className="flex items-center gap-4 min-h-18 lg:min-h-24">
        <SiteLink href={pages.home.path} className="flex items-center gap-3 sm:gap-4 py-2 text-text no-underline">
          <Crest className="flex-none size-11 lg:size-15" />
          <span className="font-serif font-medium leading-tight text-base sm:text-lg lg:text-xl text-balance max-w-[15em]">
            {brand.name}
          </span>
        </SiteLink>
        <div className="hidden xl:block ml-auto">
          <VisuallyHidden>Partners</VisuallyHidden>
          <ul className="flex items-center gap-8 text-muted">
            {partnerMarks.slice(0, 3).map((mark) => (
              <li key={mark.slug}>
                <PartnerLogo slug={mark.slug} className="h-7 w-auto" />
              </li>
            ))}
          </ul>
        </div>
        <button
          type="button"
          popoverTarget="site-menu"
          className="lg:hidden flex-none ml-auto inline-flex items-center gap-2 min-h-11 px-4 border border-border-strong rounded font-semibold hover:bg-surface-sunken"
        >
          <Icon icon="i-lucide-menu" />
          Menu
        </button>
      </Container>
      <nav
        ref={menu}
        id="site-menu"
        popover="auto"
        aria-label="Main"
        className="site-menu lg:border-t lg:border-border"
        // Nor may it cover what the keyboard goes on to.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) closeMenu()
        }}
      >
        <Container className="lg:flex lg:items-center lg:gap-4 py-4 lg:py-0">
          <div className="lg:hidden flex justify-end">
            <button
              type="button"
              popoverTarget="site-menu"
              popoverTargetAction="hide"
              className="inline-flex items-center gap-2 min-h-11 px-4 border border-border-strong rounded font-semibold hover:bg-surface-sunken"
            >
              <Icon icon="i-lucide-x" />
              Close
            </button>
          </div>
          <ul className="flex-1 lg:flex lg:-ml-3">
            {navigation.map(({ href, label }) => (
              <li key={href} className="border-b border-border lg:border-0">
                <SiteLink
                  href={href}
                  aria-current={isWithin(path, href) ? 'page' : undefined}
                  className="flex items-center min-h-12 lg:px-3 text-text no-underline hover:underline border-transparent border-l-4 pl-3 lg:border-l-0 lg:border-b-3 lg:border-t-3 aria-[current=page]:font-semibold aria-[current=page]:border-l-action lg:aria-[current=page]:border-b-action"
                >
                  {label}
                </SiteLink>
              </li>
            ))}
          </ul>
          <ThemeSwitch className="mt-4 lg:mt-0" />
        </Container>
      </nav>
    </header>
  )
}

function isWithin(path: string, href: string): boolean {
  return path === href || path.startsWith(`${href}/`)
}
