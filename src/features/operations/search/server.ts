import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import type { SqlRunner } from '#database/sql.ts'
import { orderLabel } from '#domain/catalogue.ts'
import type { Permission } from '#domain/permissions.ts'
import { page } from '#page/page.ts'
import { answer, read } from '#requests/command.ts'
import type { Visitor } from '#requests/visitor.ts'
import { cleanText } from '#wire/clean-text.ts'
import { findApplications, findEntries, findMails, findOrders, findPeople, type HitRow } from './queries.ts'
import { type SearchKind, searchKinds, shortestSearch } from './rules.ts'

const suggested = 5
const listed = 25

type Place = {
  permission: Permission
  find: (sql: SqlRunner, input: { q: string; limit: number }) => PromiseLike<HitRow[]>
  hrefOf: (id: string) => string
}

const places: Record<SearchKind, Place> = {
  Applications: { permission: 'review', find: findApplications, hrefOf: (id) => adminHref('review', { id }) },
  Register: { permission: 'register', find: findEntries, hrefOf: (id) => adminHref('adminEntry', { id }) },
  Orders: { permission: 'money', find: findOrders, hrefOf: (id) => adminHref('order', { id }) },
  People: { permission: 'people', find: findPeople, hrefOf: (id) => adminHref('person', { id }) },
  Emails: { permission: 'mail', find: findMails, hrefOf: (id) => adminHref('mail', { id }) },
}

export type SearchHit = { kind: SearchKind; title: string; detail: string; href: string }

/** Each of the person's permissions opens a kind. */
async function search(
  sql: SqlRunner,
  visitor: Visitor,
  q: string,
  limit: number,
): Promise<{ kinds: SearchKind[]; hits: SearchHit[] }> {
  const allowed = await Promise.all(searchKinds.map((kind) => visitor.holds(places[kind].permission)))
  const kinds = searchKinds.filter((_, index) => allowed[index])
  if (q.length < shortestSearch) return { kinds, hits: [] }
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const rows = await places[kind].find(sql, { q, limit })
      return rows.map(({ id, title, detail }) => ({
        kind,
        title: kind === 'Orders' ? orderLabel(title) : title,
        detail,
        href: places[kind].hrefOf(id),
      }))
    }),
  )
  return { kinds, hits: found.flat() }
}

export const adminSearch = page('adminSearch', {
  load: async ({ query, visitor, services: { sql } }) => {
    const q = cleanText(query.get('q'))
    return { q, limit: listed, ...(await search(sql, visitor, q, listed)) }
  },
})

const hit = type({ kind: type.enumerated(...searchKinds), title: 'string', detail: 'string', href: 'string' })

export const searchAdmin = read({
  permission: 'admin',
  summary: 'Search the admin area',
  description: `Applications, entries, orders, people and emails that the person’s roles include, at most ${suggested} of each. Needs at least ${shortestSearch} characters.`,
  query: type({ q: 'string <= 100' }).onUndeclaredKey('delete'),
  limit: { name: 'admin-search', points: 600, seconds: 600 },
  answers: { 200: type({ hits: hit.array() }) },
  failures: {},
  run: async ({ query, visitor, services: { sql } }) =>
    answer({ hits: (await search(sql, visitor, cleanText(query.q), suggested)).hits }),
})
