import type { CamelQuery, CamelSql } from '#database/camel.ts'
import type { CompanyCheck } from '#domain/company.ts'
import type { Day } from '#domain/formats.ts'
import type { SampleMatch } from '#features/applications/server/sample-application.ts'
import type { Sort } from '#wire/list-pages.ts'
import type { QueueColumn, QueueFilters, SampleSort } from '../rules.ts'

type QueueRow = {
  id: string
  reference: string
  title: string
  organisationName: string
  submittedAt: string
  companyCheck: CompanyCheck['state']
  assignedName: string | null
  /** The later of the two. */
  question: 'asked' | 'answered' | null
}

export type ExportedApplication = {
  id: string
  reference: string
  status: string
  title: string
  date: string | null
  city: string | null
  category: string | null
  capacity: string | null
  organisationName: string
  companyNo: string | null
  contactName: string
  email: string
  phone: string
  companyCheck: CompanyCheck['state']
  assignedName: string | null
  submittedAt: string
  /** The time to the microsecond, for the next part. */
  position: string
}

export type QueueQuery = Omit<QueueFilters, 'sort'> & { me: string; now: Date }

export const listApplications = (
  sql: CamelSql,
  { sort, limit, offset, ...query }: QueueQuery & { sort: Sort<QueueColumn>; limit: number; offset: number },
) => sql<QueueRow[]>`
  select
    a.id, a.reference, a.event_draft ->> 'title' as title, o.name as organisation_name, a.submitted_at,
    a.company_check ->> 'state' as company_check, p.name as assigned_name,
    (select r.kind from application_remarks r
     where r.application_id = a.id and r.kind in ('asked', 'answered') order by r.id desc limit 1) as question
  from applications a
  join organisations o on o.id = a.organisation_id
  left join people p on p.id = a.assigned_to
  where ${fits(sql, query)}
  ${orderOf(sql, sort)}
  limit ${limit}::int offset ${offset}::int`

export const countQueue = (sql: CamelSql, { limit, ...query }: QueueQuery & { limit: number }) => sql<
  { count: number }[]
>`
  select count(*)::int as count from (select from applications a where ${fits(sql, query)} limit ${limit}::int) as found`

/** Oldest first, after one of them. */
export const exportApplications = (
  sql: CamelSql,
  { after, limit, ...query }: QueueQuery & { after: { position: string; id: string } | null; limit: number },
) => sql<ExportedApplication[]>`
  select
    a.id, a.reference, a.status, a.event_draft ->> 'title' as title, a.event_draft ->> 'date' as date,
    a.event_draft ->> 'city' as city, a.event_draft ->> 'category' as category, a.event_draft ->> 'capacity' as capacity,
    o.name as organisation_name, o.company_no, o.contact_name, o.email, o.phone, a.company_check ->> 'state' as company_check,
    p.name as assigned_name, a.submitted_at, a.submitted_at::text as position
  from applications a
  join organisations o on o.id = a.organisation_id
  left join people p on p.id = a.assigned_to
  where ${fits(sql, query)}
    ${after === null ? sql`` : sql`and (a.submitted_at, a.id) > (${after.position}::timestamptz, ${after.id}::uuid)`}
  order by a.submitted_at, a.id
  limit ${limit}::int`

function fits(sql: CamelSql, { status, q, older, whose, me, now }: QueueQuery): CamelQuery<unknown> {
  const pattern = sql`(select containing(${q}::text))`
  const found = sql`and a.id in (
    select id from applications where fold(reference) like ${pattern}
    union
    select id from applications where fold(event_draft ->> 'title') like ${pattern}
    union
    select of.id from organisations o join applications of on of.organisation_id = o.id where fold(o.name) like ${pattern})`
  const before = older !== null && new Date(now.getTime() - older * 86_400_000).toISOString()
  const assigned = whose === 'nobody' ? sql`is null` : sql`= ${me}::text`
  const stands =
    status === 'withdrawn'
      ? sql`a.withdrawn_at is not null`
      : status === 'proposed'
        ? sql`a.id in (select application_id from proposed_changes where state = 'open') and a.status = 'approved' and a.withdrawn_at is null`
        : sql`a.status = ${status}::text and a.withdrawn_at is null`
  return sql`${stands} ${q ? found : sql``}
    ${before ? sql`and a.submitted_at < ${before}::timestamptz` : sql``}
    ${whose === 'all' ? sql`` : sql`and a.assigned_to ${assigned}`}`
}

/** Each order has an index of its own. */
function orderOf(sql: CamelSql, { by, descending }: Sort<QueueColumn>): CamelQuery<unknown> {
  if (by === 'title') {
    return descending
      ? sql`order by fold(a.event_draft ->> 'title') desc, a.id desc`
      : sql`order by fold(a.event_draft ->> 'title'), a.id`
  }
  return descending ? sql`order by a.submitted_at desc, a.id desc` : sql`order by a.submitted_at, a.id`
}

type UnprovenRow = {
  id: string
  reference: string
  title: string
  organisationName: string
  companyNo: string | null
  companyCheck: CompanyCheck['state']
  email: string
  waitsSince: string
  isAddressConfirmed: boolean
  /** Applications of the same company number, and how many of them have an entry. */
  others: number
  entries: number
}

/** The longest waiting first. */
export const listUnproven = (sql: CamelSql, { limit }: { limit: number }) => sql<UnprovenRow[]>`
  select
    a.id, a.reference, a.event_draft ->> 'title' as title, o.name as organisation_name, o.company_no,
    a.company_check ->> 'state' as company_check, o.email, w.waits_since,
    exists (select from confirmed_addresses as c where c.email = lower(o.email)) as is_address_confirmed,
    (
      select count(*) from organisations as other join applications as b on b.organisation_id = other.id
      where other.company_key = o.company_key and b.id <> a.id
    ) as others,
    (
      select count(*) from organisations as other
      join applications as b on b.organisation_id = other.id
      join register_entries as e on e.application_id = b.id
      where other.company_key = o.company_key and b.id <> a.id
    ) as entries
  from orders as w
  join applications as a on a.id = w.application_id
  join organisations as o on o.id = a.organisation_id
  where w.waits_since is not null
  order by w.waits_since, a.id
  limit ${limit}::int`

export const listOpenSamples = (
  sql: CamelSql,
  { sort, limit, offset }: { sort: SampleSort; limit: number; offset: number },
) => {
  const keys = { chosen: sql`s.chosen_at`, reference: sql`a.reference`, date: sql`a.event_draft ->> 'date'` }
  const order = sort.descending ? sql`${keys[sort.by]} desc, a.id desc` : sql`${keys[sort.by]}, a.id`
  return sql<
    {
      id: string
      reason: 'share' | 'refused'
      /** Empty for one that was drawn. */
      matches: SampleMatch[]
      reference: string
      title: string
      date: Day | null
      organisation: string
      chosen: string
    }[]
  >`
    select a.id, a.reference, a.event_draft ->> 'title' as title, a.event_draft ->> 'date' as date, o.name as organisation,
      s.reason, s.matches, s.chosen_at as chosen
    from application_samples as s
    join applications as a on a.id = s.application_id
    join organisations as o on o.id = a.organisation_id
    where s.looked_at is null
    order by ${order}
    limit ${limit}::int offset ${offset}::int`
}
