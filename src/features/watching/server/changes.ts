import { found, wordsOf } from '#database/search.ts'
import { type Fragment, type SqlRunner, unprepared } from '#database/sql.ts'
import { londonDay } from '#domain/london-time.ts'
import { pickFields } from '#domain/pick-fields.ts'
import { filtered, type RegisterFilters } from '#features/register/server/filters.ts'
import { type Leaf, type LeafChange, readLeaf } from '#wire/leaf.ts'
import type { EntryState } from '../change-words.ts'
import type { Subject } from './subject.ts'

/**
 * Change, time and status are the log's. Names are those that the entry has now: the log holds hashes alone, so that what was erased or
 * corrected stays so.
 */
export type Change = EntryState & {
  position: number
  change: LeafChange
  at: string
  /** The time of its transaction, in whole milliseconds. */
  recorded: string
  number: string
  /** As the log said before; null of its first change. */
  before: EntryState | null
  entryId: string
  slug: string
  title: string
  organiser: string
  /** Null for one that has no page. */
  organiserId: number | null
  city: string
  category: string
}

/** In the order of the log, without `end`. What has no position yet is not among them. */
export async function listChanges(sql: SqlRunner, at: { first: number; end: number } | number[]): Promise<Change[]> {
  const isThere = Array.isArray(at)
    ? sql`l.position = any(${at}::bigint[])`
    : sql`l.position >= ${at.first}::bigint and l.position < ${at.end}::bigint`
  const rows = await sql<Row[]>`
    select ${columns(sql)} from register_leaves as l join register_entries as e on e.id = l.entry_id
    where ${isThere}
    order by l.position`
  return changesIn(rows)
}

function changesIn(rows: Row[]): Change[] {
  return rows.flatMap(({ leaf, leafBefore, ...row }) => {
    const read = readLeaf(leaf)
    if (!read) return []
    const { change, at, recorded, number } = read
    const before = leafBefore && readLeaf(leafBefore)
    return [{ ...row, change, at, recorded, number, ...stateOf(read), before: before && stateOf(before) }]
  })
}

const stateOf = (leaf: Leaf): EntryState => pickFields(leaf, 'status', 'assurance', 'assuredOn', 'validUntil')

type Row = Pick<
  Change,
  'position' | 'entryId' | 'slug' | 'title' | 'organiser' | 'organiserId' | 'city' | 'category'
> & { leaf: Uint8Array; leafBefore: Uint8Array | null }

const columns = (sql: SqlRunner) => sql`
  l.position, l.leaf, e.id as "entryId", e.slug, e.title, e.organiser, e.organiser_id as "organiserId", e.city, e.category,
  (select b.leaf from register_leaves as b where b.entry_id = l.entry_id and b.id < l.id order by b.id desc limit 1) as "leafBefore"`

/**
 * Status and assurance are compared with what the log says before and after the change: somebody who follows the accredited events of a city
 * hears that one of them is suspended. Other filters apply to the entry as it is now, by the very statement of the register's lists.
 */
export async function changesOf(
  sql: SqlRunner,
  { subject, changes, now }: { subject: Subject; changes: Change[]; now: Date },
): Promise<Change[]> {
  if (subject.kind === 'entry') return changes.filter(({ number }) => number === subject.number)
  if (subject.kind === 'organiser') return changes.filter(({ organiserId }) => organiserId === subject.id)
  const { filters } = subject
  const fitting = changes.filter((change) => hasStatus(filters, change))
  if (fitting.length === 0) return []
  const ids = [...new Set(fitting.map(({ entryId }) => entryId))]
  const rows = await findFitting(sql, { ids, filters, today: londonDay(now) })
  const found = new Set(rows.map(({ id }) => id))
  return fitting.filter(({ entryId }) => found.has(entryId))
}

function hasStatus({ status, verified, assurance }: RegisterFilters, { before, ...after }: Change): boolean {
  const wanted = verified ? 'active' : status
  return [after, ...(before ? [before] : [])].some(
    (state) =>
      (!wanted || state.status === wanted) &&
      (!status || state.status === status) &&
      (!assurance || state.assurance === assurance),
  )
}

function isFound(sql: SqlRunner, { q, ...filters }: RegisterFilters, today: string): Fragment {
  return sql`${filtered(sql, { ...filters, status: '', verified: false, assurance: '' }, today)}
    ${q ? sql`and ${found(sql, wordsOf(q))}` : sql``}`
}

export const findFitting = (
  sql: SqlRunner,
  { ids, filters, today }: { ids: string[]; filters: RegisterFilters; today: string },
) => sql<{ id: string }[]>`
  select id from register_entries where id = any(${ids}::uuid[]) ${isFound(sql, filters, today)}`

/** Of the last changes, so many are looked at for filters by status or assurance. */
const maxLooked = 1000

/** The newest first. A rare status is looked for among the last `maxLooked` changes. */
export async function lastChangesOf(
  sql: SqlRunner,
  { subject, limit, now }: { subject: Subject; limit: number; now: Date },
): Promise<Change[]> {
  const filters = subject.kind === 'filter' ? subject.filters : null
  const isOfAny = !filters || !(filters.status || filters.verified || filters.assurance)
  const today = londonDay(now)
  const rows = await unprepared(readLastChanges(sql, { subject, today, limit: isOfAny ? limit : maxLooked }))
  return changesIn(rows)
    .filter((change) => !filters || hasStatus(filters, change))
    .slice(0, limit)
}

export const readLastChanges = (
  sql: SqlRunner,
  { subject, today, limit }: { subject: Subject; today: string; limit: number },
) => sql<Row[]>`
  select ${columns(sql)} from register_leaves as l join register_entries as e on e.id = l.entry_id
  where l.position is not null ${concerns(sql, subject, today)}
  order by l.position desc
  limit ${limit}::int`

function concerns(sql: SqlRunner, subject: Subject, today: string): Fragment {
  if (subject.kind === 'entry') return sql`and e.number = ${subject.number}::text`
  if (subject.kind === 'organiser') return sql`and e.organiser_id = ${subject.id}::int`
  const { filters } = subject
  const isAll = Object.entries(filters).every(
    ([name, value]) => !value || ['status', 'verified', 'assurance'].includes(name),
  )
  return isAll ? sql`` : sql`and e.id in (select id from register_entries where true ${isFound(sql, filters, today)})`
}
