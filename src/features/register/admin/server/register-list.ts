import { type } from 'arktype'
import { apiPath } from '#api.ts'
import { found, wordsOf } from '#database/search.ts'
import { type Fragment, type SqlRunner, unprepared } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { registerStatusNames } from '#domain/register-status.ts'
import { filtered, noFilters } from '#features/register/server/filters.ts'
import type { EntryRow } from '#features/register/server/queries.ts'
import { page } from '#page/page.ts'
import { type CsvExport, csvExport } from '#requests/csv-file.ts'
import { cleanText } from '#wire/clean-text.ts'
import { readList, readSort } from '#wire/list-pages.ts'
import { type RegisterFilters, type RegisterSort, registerColumns, registerHref, usualRegisterSort } from '../rules.ts'

export const adminRegister = page('adminRegister', {
  load: async ({ query, sql }) => {
    const filters = readRegisterFilters(query)
    const sort = readSort(query.get('sort'), registerColumns, usualRegisterSort)
    const { rows: entries, pages } = await readList({
      query,
      pageSize: 30,
      rows: (part) => listEntries(sql.raw, { filters, sort, ...part }),
      count: (limit) => countEntries(sql.raw, { filters, limit }),
      hrefOf: (number) => registerHref(filters, sort, number),
    })
    return { filters, sort, entries, exportHref: apiPath('exportRegister', {}, filters), pages }
  },
})

const text = 'string <= 100'
const yesNo = (is: boolean) => (is ? 'yes' : 'no')

export const exportRegister = csvExport({
  permission: 'register',
  summary: 'The register as a CSV file',
  description:
    'Takes the filters of the list in the admin area. Starts with the entries published last. Cells that a spreadsheet would run as formulas become plain text.',
  query: type({ 'q?': text, 'status?': text, 'featured?': text }).onUndeclaredKey('delete'),
  file: ({ filters: given, sql }): CsvExport<ExportedEntry> => {
    const filters = readRegisterFilters(given)
    return {
      of: 'register',
      rows: ({ after, limit }) => exportEntries(sql.raw, { filters, after, limit }),
      columns: [
        { heading: 'Number', value: (row) => row.number },
        { heading: 'Title', value: (row) => row.title },
        { heading: 'Organiser', value: (row) => row.organiser },
        { heading: 'Type', value: (row) => row.eventType },
        { heading: 'Category', value: (row) => row.category },
        { heading: 'Date', value: (row) => row.date },
        { heading: 'Venue', value: (row) => row.venue },
        { heading: 'City', value: (row) => row.city },
        { heading: 'Postcode', value: (row) => row.postcode },
        { heading: 'Capacity', value: (row) => row.capacity },
        { heading: 'Status', value: (row) => row.status },
        { heading: 'Reason', value: (row) => row.statusReason },
        { heading: 'Assurance', value: (row) => row.assurance },
        { heading: 'Featured', value: (row) => yesNo(row.featured) },
        { heading: 'Demonstration', value: (row) => yesNo(row.isDemo) },
        { heading: 'Valid from', value: (row) => row.validFrom },
        { heading: 'Valid until', value: (row) => row.validUntil },
        { heading: 'Published', value: (row) => row.publishedAt },
      ],
    }
  },
})

function readRegisterFilters(query: URLSearchParams): RegisterFilters {
  return {
    q: cleanText(query.get('q')),
    status: registerStatusNames.find((known) => known === query.get('status')) ?? null,
    featured: query.get('featured') === '1',
  }
}

type ListedEntry = Pick<
  EntryRow,
  'id' | 'number' | 'title' | 'organiser' | 'city' | 'date' | 'status' | 'assurance' | 'assuredOn' | 'featured'
> & { publishedAt: Instant }

type ExportedEntry = Omit<ListedEntry, 'assuredOn'> &
  Pick<EntryRow, 'isDemo' | 'eventType' | 'category' | 'venue' | 'postcode' | 'capacity' | 'statusReason'> &
  Pick<EntryRow, 'validFrom' | 'validUntil'> & {
    /** The time of publication to the microsecond, for the next part. */
    position: string
  }

/** Statuses are spelt out, so that the planner sees which are rare and have an index of their own. */
export const listEntries = (
  sql: SqlRunner,
  { filters, sort, limit, offset }: { filters: RegisterFilters; sort: RegisterSort; limit: number; offset: number },
) =>
  // Asked too rarely for a plan that is kept.
  unprepared(sql<ListedEntry[]>`
    select id, number, title, organiser, city, starts_on as date, register_status(status, valid_until) as status, assurance, assured_on as "assuredOn", featured,
      published_at as "publishedAt"
    from register_entries
    where ${fits(sql, filters)}
    ${orderOf(sql, sort)}
    limit ${limit}::int offset ${offset}::int`)

export const countEntries = (sql: SqlRunner, { filters, limit }: { filters: RegisterFilters; limit: number }) =>
  unprepared(sql<{ count: number }[]>`
    select count(*)::int as count from (select from register_entries where ${fits(sql, filters)} limit ${limit}::int) as found`)

type ExportPart = { filters: RegisterFilters; after: { position: string; id: string } | null; limit: number }

export const exportEntries = (sql: SqlRunner, { filters, after, limit }: ExportPart) =>
  unprepared(sql<ExportedEntry[]>`
    select id, number, title, organiser, event_type as "eventType", category, starts_on as date, venue, city, postcode, capacity,
      register_status(status, valid_until) as status, status_reason as "statusReason", assurance, featured, is_demo as "isDemo",
      valid_from as "validFrom", valid_until as "validUntil", published_at as "publishedAt", published_at::text as position
    from register_entries
    where ${fits(sql, filters)}
      ${after ? sql`and (published_at, id) < (${after.position}::timestamptz, ${after.id}::uuid)` : sql``}
    order by published_at desc, id desc
    limit ${limit}::int`)

function fits(sql: SqlRunner, { q, status, featured }: RegisterFilters): Fragment {
  const words = wordsOf(q)
  return sql`true ${words.length > 0 ? sql`and ${found(sql, words)}` : sql``}
    ${status === 'lapsed' ? orIsOver(sql) : filtered(sql, { ...noFilters, status: status ?? '' }, '')}
    ${featured ? sql`and featured` : sql``}`
}

/** Each by an index of its own. */
function orderOf(sql: SqlRunner, { by, descending }: RegisterSort): Fragment {
  if (by === 'date') return descending ? sql`order by sort_on desc, id desc` : sql`order by sort_on, id`
  return descending ? sql`order by published_at desc, id desc` : sql`order by published_at, id`
}

/** Lapsed also before the job records it. */
const orIsOver = (sql: SqlRunner) =>
  sql`and (status = 'lapsed' or status in ('active', 'listed', 'refused') and valid_until <= now())`
