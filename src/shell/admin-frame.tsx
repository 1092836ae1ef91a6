import { useSetAtom } from 'jotai'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { adminHref, adminPages } from '#admin-pages.ts'
import type { Brand } from '#brand.ts'
import { carries, type Permission, type Role, rolesLabel } from '#domain/permissions.ts'
import { href, type PageEntry } from '#pages.ts'
import { Crest } from '#ui/cover.tsx'
import { Icon } from '#ui/icon.tsx'
import { useClosingMenus } from '#ui/menu.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { rememberList } from '#ui/remember-list.ts'
import type { AdminPerson } from '#wire/page.ts'
import { mayLeaveAtom } from '../ui/moves.ts'
import { AdminSearch } from './admin-search.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** Each group is a menu that opens without a script; on a narrow screen all of them are in one. */
export function AdminBar({ person, brand }: { person: AdminPerson; brand: Brand }) {
  const [path] = useLocation()
  const menus = useClosingMenus(path)
  const groups = adminGroupsFor(person.roles)
  const currentHref = currentAdminPage(path)?.href
  const work = groups.filter(({ label }) => label !== 'Account')
  const account = groups.filter(({ label }) => label === 'Account')
  return (
    <header ref={menus} className="admin-bar no-print">
      <a href={adminHref('admin')} className="admin-brand">
        <Crest />
        <span>{brand.shortName} admin</span>
      </a>
      <nav aria-label="Admin area" className="hidden lg:block">
        <ul className="flex">
          {work.map((group) => (
            <li key={group.label}>
              <Menu label={group.label} isCurrent={group.pages.some((page) => page.href === currentHref)}>
                <Links group={group} currentHref={currentHref} />
              </Menu>
            </li>
          ))}
        </ul>
      </nav>
      <AdminSearch />
      <div className="hidden lg:block">
        <Menu label={person.name} prefix="Signed in as " isCurrent={account[0]?.pages[0]?.href === currentHref} atEnd>
          <Account person={person} groups={account} currentHref={currentHref} theme="theme" />
        </Menu>
      </div>
      <a href={adminHref('adminSearch')} aria-label="Search" className="lg:hidden ml-auto button-plain">
        <Icon icon="i-search" />
      </a>
      <div className="lg:hidden">
        <Menu label="Menu" atEnd>
          <nav aria-label="Admin area">
            {work.map((group) => (
              <div key={group.label} className="admin-group">
                <p className="px-4 pt-3 eyebrow">{group.label}</p>
                <Links group={group} currentHref={currentHref} />
              </div>
            ))}
          </nav>
          <Account person={person} groups={account} currentHref={currentHref} theme="theme-narrow" />
        </Menu>
      </div>
    </header>
  )
}

/** The page brings its own `PageHeading`. */
export function AdminFrame({ children }: { children: ReactNode }) {
  useAskBeforeLeaving()
  const [path] = useLocation()
  const search = useSearch()
  useEffect(() => rememberList(path, search), [path, search])
  return <div className="admin-page">{children}</div>
}

type MenuProps = {
  label: string
  prefix?: string
  isCurrent?: boolean
  atEnd?: boolean
  children: ReactNode
}

function Menu({ label, prefix, isCurrent, atEnd, children }: MenuProps) {
  return (
    <details name="admin-menu" className="admin-menu">
      <summary className={isCurrent ? 'is-current' : undefined}>
        <span>
          {prefix && <span className="visually-hidden">{prefix}</span>}
          {label}
        </span>
        <Icon icon="i-chevron-down" />
      </summary>
      <div className={atEnd ? 'admin-panel right-0' : 'admin-panel'}>{children}</div>
    </details>
  )
}

function Links({ group, currentHref }: { group: AdminGroup; currentHref: string | undefined }) {
  return (
    <ul>
      {group.pages.map((page) => (
        <li key={page.href}>
          <a href={page.href} aria-current={page.href === currentHref ? 'page' : undefined}>
            {page.label}
          </a>
        </li>
      ))}
    </ul>
  )
}

type AccountProps = {
  person: AdminPerson
  groups: AdminGroup[]
  currentHref: string | undefined
  theme: string
}

function Account({ person, groups, currentHref, theme }: AccountProps) {
  return (
    <div className="border-t border-border lg:border-0">
      <p className="px-4 pt-3 text-sm break-words">
        <span className="font-semibold">{person.name}</span>
        <span className="block text-muted">{rolesLabel(person.roles)}</span>
      </p>
      {groups.map((group) => (
        <Links key={group.label} group={group} currentHref={currentHref} />
      ))}
      <ul>
        <li>
          <a href={href('home')}>Public site</a>
        </li>
      </ul>
      <div className="px-4 pb-3">
        <ThemeSwitch name={theme} />
        <PostButton action={adminHref('account')} command="sign-out" label="Sign out" className="mt-3" />
      </div>
    </div>
  )
}

type AdminLink = { label: string; group: string; href: string; permission: Permission | 'anyone' }

const table: Record<string, PageEntry> = adminPages

const links = Object.values(table).flatMap(({ path, permission = 'anyone', nav }): AdminLink[] => {
  if (!nav || 'under' in nav) return []
  const { href = path, ...labels } = nav
  return Object.entries(labels).map(([group, label]) => ({ label, group, href, permission }))
})

type AdminGroup = { label: string; pages: AdminLink[] }

export function adminGroupsFor(roles: readonly Role[]): AdminGroup[] {
  const open = links.filter(({ permission }) => permission === 'anyone' || carries(roles, permission))
  return [...new Set(open.map(({ group }) => group))].map((label) => ({
    label,
    pages: open.filter(({ group }) => group === label),
  }))
}

/** The one with the longest path at or above the address. */
export function currentAdminPage(address: string): AdminLink | null {
  let found = { base: '', href: '' }
  for (const { path, nav } of Object.values(table)) {
    if (!nav) continue
    const base = path.split('/:')[0]!
    // The overview is above everything and covers nothing.
    const isAt = address === base || (path !== adminPages.admin.path && address.startsWith(`${base}/`))
    if (!isAt || base.length < found.base.length) continue
    found = { base, href: 'under' in nav ? table[nav.under]!.path : (nav.href ?? path) }
  }
  return links.find(({ href }) => href === found.href) ?? null
}

const question = 'Do you want to leave this page? What you typed is not saved and will be lost.'

/**
 * On a move within the site, on a reload and on the way elsewhere. A form that is being sent is not asked about; another one on the same page
 * is. One that only chooses rows of a list (`data-selection`) holds nothing to lose.
 */
function useAskBeforeLeaving(): void {
  const setMayLeave = useSetAtom(mayLeaveAtom)
  useEffect(() => {
    let sent: HTMLFormElement | null = null
    // A move that turns out to need a whole load has asked already.
    let agreed = false
    const noteSent = (event: SubmitEvent) => {
      // A script that sends it takes care of the rest of the page itself.
      if (!event.defaultPrevented) sent = event.target as HTMLFormElement
    }
    const askOnUnload = (event: BeforeUnloadEvent) => {
      if (!agreed && holdsUnsaved(sent)) event.preventDefault()
      sent = null
    }
    setMayLeave({
      ask: () => {
        if (!holdsUnsaved(null)) return true
        agreed = confirm(question)
        return agreed
      },
    })
    addEventListener('submit', noteSent)
    addEventListener('beforeunload', askOnUnload)
    return () => {
      setMayLeave(null)
      removeEventListener('submit', noteSent)
      removeEventListener('beforeunload', askOnUnload)
    }
  }, [setMayLeave])
}

function holdsUnsaved(except: HTMLFormElement | null): boolean {
  return [...document.forms].some(
    (form) => form !== except && form.method === 'post' && form.dataset.selection === undefined && isUnsaved(form),
  )
}

/** It differs from how it was made, or the server has refused it (a field is marked as wrong, or the form as unsaved). */
function isUnsaved(form: HTMLFormElement): boolean {
  if (form.dataset.unsaved !== undefined) return true
  return [...form.elements].some((control) => control.getAttribute('aria-invalid') === 'true' || isChanged(control))
}

function isChanged(control: Element): boolean {
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options]
    const asMade = options.find(({ defaultSelected }) => defaultSelected) ?? options[0]
    return control.value !== asMade?.value
  }
  if (!(control instanceof HTMLInputElement) || control.type === 'hidden') return false
  if (control.type === 'checkbox' || control.type === 'radio') return control.checked !== control.defaultChecked
  return control.type === 'file' ? control.value !== '' : control.value !== control.defaultValue
}
