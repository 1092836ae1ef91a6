import { adminPages } from '#admin-pages.ts'
import { carries, type Permission, type Role } from '#domain/permissions.ts'
import type { PageEntry } from '#pages.ts'

/** A link of the admin area's navigation. */
type AdminLink = { label: string; group: string; href: string; permission: Permission | 'anyone' }

const table: Record<string, PageEntry> = adminPages

/** Every link, in the table's order. */
const links = Object.values(table).flatMap(({ path, permission = 'anyone', nav }): AdminLink[] =>
  nav && 'label' in nav ? [{ label: nav.label, group: nav.group, href: nav.href ?? path, permission }] : [],
)

export type AdminGroup = { label: string; pages: AdminLink[] }

/** The navigation of somebody with these roles: what they may open, without empty groups. */
export function adminGroupsFor(roles: readonly Role[]): AdminGroup[] {
  const open = links.filter(({ permission }) => permission === 'anyone' || carries(roles, permission))
  return [...new Set(open.map(({ group }) => group))].map((label) => ({
    label,
    pages: open.filter(({ group }) => group === label),
  }))
}

/** The link that an address belongs to: the one with the longest path at or above it. */
export function currentAdminPage(address: string): AdminLink | null {
  let found = { base: '', href: '' }
  for (const { path, nav } of Object.values(table)) {
    if (!nav) continue
    const base = path.split('/:')[0]!
    // The front page of the admin area stands above everything and covers nothing.
    const isAt = address === base || (path !== adminPages.admin.path && address.startsWith(`${base}/`))
    if (!isAt || base.length < found.base.length) continue
    found = { base, href: 'under' in nav ? table[nav.under]!.path : (nav.href ?? path) }
  }
  return links.find(({ href }) => href === found.href) ?? null
}
