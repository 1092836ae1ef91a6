import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { Sort } from '#features/register/rules.ts'
import { type Cursor, firstId } from './filters.ts'

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Later pages are found by their cursor. */
export const maxSkipped = 10_000

type OrderedQuery = {
  columns: Fragment
  /** Each with its `and`. */
  where: Fragment[]
  /** No index finds these: rows are read in order until enough fit. (An offset stops the planner from sorting first.) */
  checked?: Fragment[]
  after: Cursor | null
  skip: number
  today: string
}

/** Written out: a plan should know how far it reads. */
const reach = (sql: SqlRunner, skip: number) => (skip > 76 ? sql`limit 10101` : sql`limit 101`)

/** Each segment is a range of an index, read as far as the limit needs: an Append runs its branches one after another. */
export function inOrder(sql: SqlRunner, { columns, where, checked, after, skip, today }: OrderedQuery): Fragment {
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
    // A cursor of yesterday may name a day that is past: upcoming entries then start with today.
    return segment === after?.segment && !(segment < 2 && after.date < today) ? after : first
  }
}

type PlainSort = Extract<Sort, 'newest' | 'name'>
export const isPlain = (sort: Sort): sort is PlainSort => sort === 'newest' || sort === 'name'

/** As its index has it (register_entries_newest, register_entries_name). */
const plainKey = (sql: SqlRunner, sort: PlainSort) =>
  sort === 'newest' ? sql`published_at` : sql`fold(title) collate "C"`

export const sortKey = (sql: SqlRunner, sort: Sort) =>
  isPlain(sort) ? sql`, ${plainKey(sql, sort)} as sort_key` : sql``

export const sortOrder = (sql: SqlRunner, sort: Sort) =>
  sort === 'newest' ? sql`sort_key desc, id desc` : sort === 'name' ? sql`sort_key, id` : sql`segment, sort_on, id`

/** With its `and`. */
export function comesAfter(sql: SqlRunner, sort: PlainSort, after: Cursor | null, key = plainKey(sql, sort)): Fragment {
  if (!after) return sql``
  const { id } = after
  const last = plainKey(sql, sort)
  return sql`and (${key}, id) ${sort === 'newest' ? sql`<` : sql`>`} ((select ${last} from register_entries where id = ${id}::uuid), ${id}::uuid)`
}

export const segmentOf = (sql: SqlRunner, today: string) =>
  sql`case when sort_on < ${today}::date then 2 else 0 end + case when featured then 0 else 1 end`

export function inPlainOrder(sql: SqlRunner, sort: PlainSort, options: OrderedQuery): Fragment {
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
