import type { SqlRunner } from '#database/sql.ts'
import { findCity } from '#features/register/cities/server/queries.ts'
import { nameSubject, readSubject, subjectQuery } from '#features/watching/server/subject.ts'
import { matcherOf, pages } from '#pages.ts'
import { organiserId } from '#wire/organiser-address.ts'

const { listings, event, verification, organiser, city } = pages
const matchPath = matcherOf({ listings, event, verification, organiser, city })

/**
 * What somebody wants to follow: the number of an entry, or the address of a page of this site: an entry, an organiser, a city, or the
 * register with any filters. Nothing is the whole register.
 *
 * @returns the subject as it is stored; null for what names nothing.
 */
export async function readFollow(sql: SqlRunner, text: string): Promise<string | null> {
  const query = await queryOf(sql, text)
  const subject = query && readSubject(query)
  return subject && (await nameSubject(sql, subject)) ? subjectQuery(subject) : null
}

async function queryOf(sql: SqlRunner, text: string): Promise<URLSearchParams | null> {
  if (text === '') return new URLSearchParams()
  if (!/[/?]/.test(text)) return new URLSearchParams({ entry: text.toUpperCase() })
  const url = URL.parse(text, 'https://this.invalid')
  const found = url && matchPath(url.pathname)
  if (!url || !found) return null
  const { page } = found
  const params = found.params as Record<string, string | undefined>
  if (page === 'listings') return url.searchParams
  if (page === 'verification') return new URLSearchParams({ entry: params.number! })
  if (page === 'organiser') return new URLSearchParams({ organiser: String(organiserId(params.organiser!)) })
  const slug = decodeURIComponent(params.city ?? params.slug!)
  if (page === 'city') {
    const [named] = await findCity(sql, { slug })
    return named ? new URLSearchParams({ city: named.name }) : null
  }
  const [entry] = await findNumber(sql, { slug })
  return entry ? new URLSearchParams({ entry: entry.number }) : null
}

const findNumber = (sql: SqlRunner, { slug }: { slug: string }) => sql<{ number: string }[]>`
  select number from register_entries where slug = ${slug}::text`
