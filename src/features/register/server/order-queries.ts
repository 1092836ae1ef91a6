import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { Sort } from '#features/register/rules.ts'
import { type Cursor, firstId } from './filters.ts'

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The most entries that a page may come after and still be found by its number; later pages are found by their cursor. */
export const maxSkipped = 10_000

type Reading = {
  columns: Fragment
  /** Conditions, each with its `and`. */
  where: Fragment[]
  /**
   * Conditions that no index finds: rows are read in order until enough hold them. (An offset keeps the planner from asking them
   * earlier: taking them for rare, it would gather and sort what should be read in order.)
   */
  checked?: Fragment[]
  after: Cursor | null
  /** Entries that the pages before have: up to `maxSkipped`. */
  skip: number
  today: string
}

/** As many entries as are read for a page at most, written out: a plan should know. */
const reach = (sql: SqlRunner, skip: number) => (skip > 76 ? sql`limit 10101` : sql`limit 101`)

/**
 * Entries in the order of the register, from a place on: upcoming featured ones, other upcoming ones, past featured ones, other
 * past ones (segments 0 to 3); within each by date, undated last. Each segment is a range of an index, read only as far as
 * the limit around it needs, for an Append runs its branches one after another. A segment that is passed starts at its end.
 *
 * @param options.after segment, date and id of the last entry of the page before.
 */
export function inOrder(sql: SqlRunner, { columns, where, checked, after, skip, today }: Reading): Fragment {
  const branches = [0, 1, 2, 3].map((segment) => {
    const { date, id } = startOf(segment)
    const rows = sql`
      select ${columns}, ${segment}::int as segment from register_entries
      where ${segment % 2 === 0 ? sql`featured` : sql`not featured`} and (sort_on, id) > (${date}::date, ${id}::uuid)
        ${segment < 2 ? sql`` : sql`and sort_on < ${today}::date`} ${where}
      order by sort_on, id`
    const read = checked ? sql`select id, segment from (${rows} offset 0) as next where true ${checked}` : rows
    return sql`${segment > 0 ? sql`union all` : sql``} (${read} ${reach(sql, skip)})`
  })
  return sql`${branches}`

  function startOf(segment: number): { date: string; id: string } {
    if (after && segment < after.segment) return { date: 'infinity', id: lastId }
    const first = { date: segment < 2 ? today : '-infinity', id: firstId }
    // A cursor made yesterday may name a day that is past by now: then what is upcoming starts with today.
    return segment === after?.segment && !(segment < 2 && after.date < today) ? after : first
  }
}

/** An order that is no matter of segments. */
type PlainSort = Extract<Sort, 'newest' | 'name'>
export const isPlain = (sort: Sort): sort is PlainSort => sort === 'newest' || sort === 'name'

/** What a plain order goes by, as its index has it (register_entries_newest, register_entries_name). */
const plainKey = (sql: SqlRunner, sort: PlainSort) =>
  sort === 'newest' ? sql`published_at` : sql`fold(title) collate "C"`

/** The column that `sortOrder` needs beside segment, sort_on and id. */
export const sortKey = (sql: SqlRunner, sort: Sort) =>
  isPlain(sort) ? sql`, ${plainKey(sql, sort)} as sort_key` : sql``

/** The order of a list, of rows with segment, sort_on and id, or `sort_key` and id. */
export const sortOrder = (sql: SqlRunner, sort: Sort) =>
  sort === 'newest' ? sql`sort_key desc, id desc` : sort === 'name' ? sql`sort_key, id` : sql`segment, sort_on, id`

/** That an entry, whose `key` it is, comes after the last one of the page before in a plain order; with its `and`. */
export function comesAfter(sql: SqlRunner, sort: PlainSort, after: Cursor | null, key = plainKey(sql, sort)): Fragment {
  if (!after) return sql``
  const { id } = after
  const last = plainKey(sql, sort)
  return sql`and (${key}, id) ${sort === 'newest' ? sql`<` : sql`>`} ((select ${last} from register_entries where id = ${id}::uuid), ${id}::uuid)`
}

export const segmentOf = (sql: SqlRunner, today: string) =>
  sql`case when sort_on < ${today}::date then 2 else 0 end + case when featured then 0 else 1 end`

/** Entries in a plain order, from a place on, along its index: the columns asked for, segment and `sort_key`. */
export function inPlainOrder(sql: SqlRunner, sort: PlainSort, options: Reading): Fragment {
  const { columns, where, checked, after, skip, today } = options
  const rows = sql`
    select ${columns}, ${segmentOf(sql, today)} as segment ${sortKey(sql, sort)} from register_entries
    where true ${comesAfter(sql, sort, after)} ${where}
    order by ${sortOrder(sql, sort)}`
  const read = checked
    ? sql`select ${columns}, segment, sort_key from (${rows} offset 0) as next where true ${checked}`
    : rows
  return sql`select ${columns}, segment, sort_key from (${read} ${reach(sql, skip)}) as next`
}
