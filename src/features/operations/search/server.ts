import { type } from 'arktype'
import type { Sql } from '#database/sql.ts'
import { orderLabel } from '#domain/catalogue.ts'
import { page } from '#page/page.ts'
import { answer, read } from '#requests/command.ts'
import type { Visitor } from '#requests/visitor.ts'
import { cleanText } from '#wire/clean-text.ts'
import { searchKindNames, shortestSearch } from './rules.ts'
import { places } from './server/places.ts'

const suggested = 5
const listed = 25

/** `state` is in words. */
const hit = type({
  kind: type.enumerated(...searchKindNames),
  title: 'string',
  detail: 'string',
  state: 'string',
  href: 'string',
})
export type SearchHit = typeof hit.infer

/** Each of the person's permissions opens a kind. `areSimilar`: nothing is spelt as it was typed. */
async function search(sql: Sql, visitor: Visitor, q: string, limit: number) {
  const allowed = await Promise.all(searchKindNames.map((kind) => visitor.holds(places[kind].permission)))
  const kinds = searchKindNames.filter((_, index) => allowed[index])
  if (q.length < shortestSearch) return { kinds, hits: [], areSimilar: false }
  const findAll = async (way: 'find' | 'findLike') =>
    (
      await Promise.all(
        kinds.map(async (kind) => {
          const place = places[kind]
          const rows = (await place[way]?.(sql, { q, limit })) ?? []
          return rows.map(({ id, title, detail, state }) => ({
            kind,
            title: kind === 'Orders' ? orderLabel(title) : title,
            detail,
            state: place.stateOf(state),
            href: place.hrefOf(id),
          }))
        }),
      )
    ).flat()
  const hits = await findAll('find')
  if (hits.length > 0) return { kinds, hits, areSimilar: false }
  const similar = await findAll('findLike')
  return { kinds, hits: similar, areSimilar: similar.length > 0 }
}

export const adminSearch = page('adminSearch', {
  load: async ({ query, visitor, services: { sql } }) => {
    const q = cleanText(query.get('q'))
    return { q, limit: listed, ...(await search(sql, visitor, q, listed)) }
  },
})

export const searchAdmin = read({
  permission: 'admin',
  summary: 'Search the admin area',
  description: `What the person’s roles include, at most ${suggested} of each kind: applications, entries, orders, concerns, appeals, complaints, correspondence, people and emails. By reference, title, name, address or telephone number; spelt similarly where nothing is spelt so. Needs at least ${shortestSearch} characters.`,
  query: type({ q: 'string <= 100' }).onUndeclaredKey('delete'),
  limit: { name: 'admin-search', points: 600, seconds: 600 },
  answers: { 200: type({ hits: hit.array(), areSimilar: 'boolean' }) },
  failures: {},
  run: async ({ query, visitor, services: { sql } }) => {
    const { hits, areSimilar } = await search(sql, visitor, cleanText(query.q), suggested)
    return answer({ hits, areSimilar })
  },
})
