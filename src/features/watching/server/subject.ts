import type { SqlRunner } from '#database/sql.ts'
import { noFilters, type RegisterFilters, readFilters } from '#features/register/server/filters.ts'
import { findNamedOrganiser } from '#features/register/server/queries.ts'
import { readFeed } from '#features/register/sharing/server/load-feed.ts'
import type { NamedSubject } from '#features/watching/rules.ts'
import { filePaths, href, withQuery } from '#pages.ts'
import { organiserAddress } from '#wire/organiser-address.ts'

/** A city is one of the filters. */
export type Subject =
  | { kind: 'entry'; number: string }
  | { kind: 'organiser'; id: number }
  | { kind: 'filter'; filters: RegisterFilters }

/** Six words, a city and a category fit many times. */
const longest = 600

/** Reads `entry`, `organiser`, or the filters of `/listings` (none: the whole register). Null for what nothing can be. */
export function readSubject(query: URLSearchParams): Subject | null {
  const subject = subjectOf(query)
  return subject && subjectQuery(subject).length <= longest ? subject : null
}

function subjectOf(query: URLSearchParams): Subject | null {
  const number = query.get('entry')
  if (number) return /^[\w-]{1,40}$/.test(number) ? { kind: 'entry', number } : null
  const id = query.get('organiser')
  if (id) return /^[1-9]\d{0,8}$/.test(id) ? { kind: 'organiser', id: Number(id) } : null
  return { kind: 'filter', filters: readFilters(query) }
}

/** Names in one order and nothing empty, so that a subject is always the same text. `readSubject` reads it again. */
export function subjectQuery(subject: Subject): string {
  if (subject.kind === 'entry') return `entry=${subject.number}`
  if (subject.kind === 'organiser') return `organiser=${subject.id}`
  const named = Object.keys(noFilters).map((name) => [name, subject.filters[name as keyof RegisterFilters]])
  return withQuery('', Object.fromEntries(named)).slice(1)
}

/** The name of a subject as it is stored; null where it is no longer there. */
export async function nameStored(sql: SqlRunner, text: string): Promise<NamedSubject | null> {
  const subject = readSubject(new URLSearchParams(text))
  return subject && (await nameSubject(sql, subject))
}

/** @returns null for an entry or organiser that is not there. */
export async function nameSubject(sql: SqlRunner, subject: Subject): Promise<NamedSubject | null> {
  if (subject.kind === 'filter') {
    const { name, pageHref, feedHref } = readFeed('listings', 'ics', new URLSearchParams(subjectQuery(subject)))
    return { name, address: pageHref, calendar: feedHref }
  }
  if (subject.kind === 'organiser') {
    const [organiser] = await findNamedOrganiser(sql, subject)
    const address = organiser && organiserAddress(organiser)
    return address ? { name: organiser.name, address, calendar: filePaths.organiserCalendar(address) } : null
  }
  const [entry] = await sql<{ slug: string; title: string; dated: boolean }[]>`
    select slug, title, starts_on is not null as dated from register_entries where number = ${subject.number}::text`
  if (!entry) return null
  const { slug, title, dated } = entry
  const calendar = dated ? filePaths.eventCalendar(slug) : null
  return { name: `${title} (${subject.number})`, address: href('event', { slug }), calendar }
}
