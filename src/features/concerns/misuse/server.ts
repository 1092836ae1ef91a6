import type { CamelSql } from '#database/camel.ts'
import { dayFrom } from '#domain/london-time.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import { page } from '#page/page.ts'
import { readList, readSort } from '#wire/list-pages.ts'
import { misuseHref, nameSorts, numberSorts, often, usualSorts } from './rules.ts'

type ListRequest = { query: URLSearchParams; sql: CamelSql; now: string }

export const adminMisuse = page('adminMisuse', {
  load: async (request) =>
    request.query.get('list') === 'names' ? await loadNames(request) : await loadNumbers(request),
})

/** Without entries that are valid again. */
async function loadNumbers({ query, sql, now }: ListRequest) {
  const sort = readSort(query.get('sort'), numberSorts, usualSorts.numbers)
  const since = dayFrom(new Date(now), -often.days)!
  const failed = () => sql`
    (
      select number, sum(checks)::int as checks, count(*)::int as days, max(day) as last_on
      from failed_checks where day > ${since}::date group by number having sum(checks) >= ${often.checks}::int
    ) as f
    left join register_entries as e on e.number = f.number
    where e.id is null or e.status in ('refused', 'suspended', 'revoked')`
  const { rows: numbers, pages } = await readList({
    query,
    rows: ({ limit, offset }) =>
      sql<
        {
          number: string
          checks: number
          days: number
          lastOn: string
          /** Null for a number that the register does not have. */
          slug: string | null
          title: string | null
          status: RegisterStatus | null
        }[]
      >`
        select f.number, f.checks, f.days, f.last_on, e.slug, e.title, e.status
        from ${failed()}
        order by ${sort.by === 'checks' ? sql`f.checks` : sql`f.last_on`} ${sort.descending ? sql`desc` : sql`asc`},
          f.number
        limit ${limit}::int offset ${offset}::int`,
    count: (limit) =>
      sql<
        { count: number }[]
      >`select count(*)::int as count from (select from ${failed()} limit ${limit}::int) as found`,
    hrefOf: (page) => misuseHref('numbers', sort, page),
  })
  return { list: 'numbers' as const, sort, numbers, pages }
}

/** Without applications that were rejected or withdrawn. */
async function loadNames({ query, sql }: ListRequest) {
  const sort = readSort(query.get('sort'), nameSorts, usualSorts.names)
  const { rows: names, pages } = await readList({
    query,
    rows: ({ limit, offset }) =>
      sql<
        {
          applicationId: string
          kind: 'organiser' | 'title'
          percent: number
          foundAt: string
          reference: string
          /** What the applicant wrote. */
          applied: string
          companyNo: string | null
          slug: string
          /** Of the accredited entry or its organiser. */
          name: string
          entryCompanyNo: string | null
        }[]
      >`
        select l.application_id, l.kind, round(l.likeness * 100)::int as percent, l.found_at, a.reference,
          case when l.kind = 'organiser' then o.name else a.event_draft ->> 'title' end as applied, o.company_no,
          e.slug, case when l.kind = 'organiser' then e.organiser else e.title end as name,
          eo.company_no as entry_company_no
        from look_alike_names as l
        join applications as a on a.id = l.application_id and a.status <> 'rejected' and a.withdrawn_at is null
        join organisations as o on o.id = a.organisation_id
        join register_entries as e on e.id = l.entry_id and e.status = 'active'
        left join organisations as eo on eo.id = e.organisation_id
        order by ${sort.by === 'likeness' ? sql`l.likeness` : sql`l.found_at`}
          ${sort.descending ? sql`desc` : sql`asc`}, l.application_id, l.kind, l.entry_id
        limit ${limit}::int offset ${offset}::int`,
    count: (limit) => sql<{ count: number }[]>`
      select count(*)::int as count from (
        select from look_alike_names as l
        join applications as a on a.id = l.application_id and a.status <> 'rejected' and a.withdrawn_at is null
        join register_entries as e on e.id = l.entry_id and e.status = 'active'
        limit ${limit}::int
      ) as found`,
    hrefOf: (page) => misuseHref('names', sort, page),
  })
  return { list: 'names' as const, sort, names, pages }
}
