import type { SqlRunner } from '#database/sql.ts'
import type { RegisterStatus } from '#domain/register-status.ts'

/** Numbers that are kept of one day. */
const maxOfADay = 1000

/** Adds what was checked on a day, as far as it is no number of a valid entry. In the order of numbers, so that two processes never wait crosswise. */
export const addFailedChecks = (
  sql: SqlRunner,
  { day, numbers, checks }: { day: string; numbers: string[]; checks: number[] },
) => sql<{ number: string }[]>`
  insert into failed_checks as f (day, number, checks)
  select ${day}::date, c.number, c.checks
  from unnest(${numbers}::text[], ${checks}::int[]) as c (number, checks)
  left join register_entries as e on e.number = c.number
  where e.id is null or e.status in ('refused', 'suspended', 'revoked')
  order by c.number
  on conflict (day, number) do update set checks = f.checks + excluded.checks
  returning number`

/** Of a day the numbers that were checked most often stay. */
export const keepMostChecked = (sql: SqlRunner, { day }: { day: string }) => sql<{ number: string }[]>`
  delete from failed_checks where day = ${day}::date and number in (
    select number from failed_checks where day = ${day}::date order by checks desc, number offset ${maxOfADay}::int)
  returning number`

export type FailedNumberRow = {
  number: string
  checks: number
  days: number
  last_on: string
  slug: string | null
  title: string | null
  status: RegisterStatus | null
}

type Often = { since: string; checks: number }

/** Numbers that failed after a day, as often as that or more. An entry that is valid again is left out. */
export const listFailedNumbers = (
  sql: SqlRunner,
  input: Often & { byChecks: boolean; descending: boolean; limit: number; offset: number },
) => sql<FailedNumberRow[]>`
  select f.number, f.checks, f.days, f.last_on, e.slug, e.title, e.status
  from (
    select number, sum(checks)::int as checks, count(*)::int as days, max(day) as last_on
    from failed_checks where day > ${input.since}::date group by number having sum(checks) >= ${input.checks}::int
  ) as f
  left join register_entries as e on e.number = f.number
  where e.id is null or e.status in ('refused', 'suspended', 'revoked')
  order by ${input.byChecks ? sql`f.checks` : sql`f.last_on`} ${input.descending ? sql`desc` : sql`asc`}, f.number
  limit ${input.limit}::int offset ${input.offset}::int`

/** How many there are, up to a limit. */
export const countFailedNumbers = (sql: SqlRunner, { since, checks, limit }: Often & { limit: number }) => sql<
  { numbers: number }[]
>`
  select count(*)::int as numbers from (
    select from (
      select number from failed_checks where day > ${since}::date group by number having sum(checks) >= ${checks}::int
    ) as f
    left join register_entries as e on e.number = f.number
    where e.id is null or e.status in ('refused', 'suspended', 'revoked')
    limit ${limit}::int
  ) as found`

export type LookAlikeRow = {
  application_id: string
  kind: 'organiser' | 'title'
  likeness: number
  found_at: string
  reference: string
  applied: string
  company_no: string | null
  slug: string
  name: string
  entry_company_no: string | null
}

/** Applications that wait for a decision or were approved, and the accredited entries whose names theirs are like. */
export const listLookAlikes = (
  sql: SqlRunner,
  input: { byLikeness: boolean; descending: boolean; limit: number; offset: number },
) => sql<LookAlikeRow[]>`
  select l.application_id, l.kind, l.likeness, l.found_at, a.reference,
    case when l.kind = 'organiser' then o.name else a.event_draft ->> 'title' end as applied, o.company_no,
    e.slug, case when l.kind = 'organiser' then e.organiser else e.title end as name, eo.company_no as entry_company_no
  from look_alike_names as l
  join applications as a on a.id = l.application_id and a.status <> 'rejected' and a.withdrawn_at is null
  join organisations as o on o.id = a.organisation_id
  join register_entries as e on e.id = l.entry_id and e.status = 'active'
  left join organisations as eo on eo.id = e.organisation_id
  order by ${input.byLikeness ? sql`l.likeness` : sql`l.found_at`} ${input.descending ? sql`desc` : sql`asc`},
    l.application_id, l.kind, l.entry_id
  limit ${input.limit}::int offset ${input.offset}::int`

/** How many there are, up to a limit. */
export const countLookAlikes = (sql: SqlRunner, { limit }: { limit: number }) => sql<{ names: number }[]>`
  select count(*)::int as names from (
    select from look_alike_names as l
    join applications as a on a.id = l.application_id and a.status <> 'rejected' and a.withdrawn_at is null
    join register_entries as e on e.id = l.entry_id and e.status = 'active'
    limit ${limit}::int
  ) as found`
