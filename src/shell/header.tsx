import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import type { Brand } from '#brand.ts'
import { SuggestingSearch } from '#features/register/suggesting-search.tsx'
import { href, type PageEntry, pages } from '#pages.ts'
import { KeptPart, SentPart } from '#ui/card-list.tsx'
import { Crest } from '#ui/cover.tsx'
import { Icon } from '#ui/icon.tsx'
import { Container } from '#ui/layout.tsx'
import { hasApplicationsAtom } from '#ui/own-applications.ts'
import { ThemeSwitch } from './theme-switch.tsx'

type Link = { href: string; label: string }

/** In their documented order, which is the table's, and what comes to them. */
const navigation: readonly Link[] = [
  ...Object.values<PageEntry>(pages).flatMap(({ path, header }) => (header ? [{ href: path, label: header }] : [])),
  { href: href('verify'), label: pages.verify.footer.register },
]
const myApplications = { href: href('myApplications'), label: pages.myApplications.footer.accreditation }
/** On wide screens it is in the footer alone. */
const prices = { href: href('prices'), label: pages.prices.footer.accreditation }

/** On narrow screens the navigation is behind a button. */
export function Header({ brand }: { brand: Brand }) {
  const [path] = useLocation()
  const has = useAtomValue(hasApplicationsAtom)
  const links = [...navigation, ...(has ? [myApplications] : []), prices]
  const menu = useRef<HTMLElement>(null)
  const closeMenu = () => {
    const element = menu.current
    if (element?.matches(':popover-open')) element.hidePopover()
  }
  // A link in the menu changes the page without leaving the document, so the menu has to be put away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the occasion, not an input.
  useEffect(closeMenu, [path])

  return (
    <header className="bg-surface-raised double-rule">
      <Container className="masthead">
        <a href={pages.home.path}>
          <Crest />
          <span>{brand.name}</span>
        </a>
        <SuggestingSearch
          id="site-search"
          action={pages.listings.path}
          name="Site"
          label="Search the register"
          labelHidden
          placeholder="Event, city or number"
          button="Search"
        />
        <SentPart name="partners" />
        <button type="button" popoverTarget="site-menu" className="lg:hidden flex-none ml-auto button-menu">
          <Icon icon="i-menu" />
          Menu
        </button>
      </Container>
      <nav
        ref={menu}
        id="site-menu"
        popover="auto"
        aria-label="Main"
        className="site-menu"
        // The menu must not cover what the keyboard goes on to.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) closeMenu()
        }}
      >
        <KeptPart
          className="page-width"
          contents={Menu}
          props={{ links, current: links.find(({ href }) => path === href || path.startsWith(`${href}/`))?.href }}
        />
      </nav>
    </header>
  )
}

/** @param current the address of the link that leads to where one is. */
function Menu({ links, current }: { links: readonly Link[]; current: string | undefined }) {
  return (
    <>
      <div className="lg:hidden flex">
        <button type="button" popoverTarget="site-menu" popoverTargetAction="hide" className="ml-auto button-menu">
          <Icon icon="i-x" />
          Close
        </button>
      </div>
      <ul className="site-nav">
        {links.map(({ href, label }) => (
          <li key={href} className={href === prices.href ? 'lg:hidden' : undefined}>
            <a href={href} aria-current={href === current ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <ThemeSwitch />
    </>
  )
}
