import type { SqlRunner } from '../../../../database/sql.ts'
import type { CompanyCheck } from '../../../applications/server/company-check.ts'

export type QueueRow = {
  id: string
  reference: string
  title: string
  organisation_name: string
  submitted_at: string
  company_check: CompanyCheck['state']
  assigned_name: string | null
  /** The last of question and answer. */
  question: 'asked' | 'answered' | null
  /** The time again, exactly, for the next page. */
  position: string
}

/**
 * Applications in the queue with how they stand, oldest first, or the newest first.
 * @param input.text search text or null (reference, organisation, event)
 * @param input.submittedBefore submitted before this time or null
 * @param input.assignedTo person who looks after it, 'nobody', or null for all
 * @param input.id time and id of the last one seen or null
 */
export const listApplications = (
  sql: SqlRunner,
  input: {
    status: string
    text: string | null
    submittedBefore: string | null
    assignedTo: string | null
    position: string | null
    id: string | null
    newestFirst: boolean
    limit: number
  },
) => {
  const { text, submittedBefore, assignedTo, position, newestFirst } = input
  const pattern = sql`(select containing(${text}::text))`
  const found = sql`and a.id in (
    select id from applications where fold(reference) like ${pattern}
    union
    select id from applications where fold(event_draft ->> 'title') like ${pattern}
    union
    select of.id from organisations o join applications of on of.organisation_id = o.id where fold(o.name) like ${pattern})`
  const assigned = assignedTo === 'nobody' ? sql`is null` : sql`= ${assignedTo}::text`
  const order = newestFirst ? sql`order by a.submitted_at desc, a.id desc` : sql`order by a.submitted_at, a.id`
  return sql<QueueRow[]>`
    select
      a.id, a.reference, a.event_draft ->> 'title' as title, o.name as organisation_name, a.submitted_at,
      a.company_check ->> 'state' as company_check, p.name as assigned_name,
      (select r.kind from application_remarks r
       where r.application_id = a.id and r.kind in ('asked', 'answered') order by r.id desc limit 1) as question,
      -- To the microsecond, which the time itself loses on its way out.
      a.submitted_at::text as position
    from applications a
    join organisations o on o.id = a.organisation_id
    left join people p on p.id = a.assigned_to
    where a.status = ${input.status}::text ${text === null ? sql`` : found}
      ${submittedBefore === null ? sql`` : sql`and a.submitted_at < ${submittedBefore}::timestamptz`}
      ${assignedTo === null ? sql`` : sql`and a.assigned_to ${assigned}`}
      ${position === null ? sql`` : sql`and (a.submitted_at, a.id) ${newestFirst ? sql`<` : sql`>`} (${position}::timestamptz, ${input.id}::uuid)`}
    ${order}
    limit ${input.limit}::int`
}

/** How many applications stand where. */
export const countApplications = (sql: SqlRunner) => sql<{ status: string; applications: number }[]>`
  select status, count(*) as applications from applications group by status`

/** An application whose paid listing waits to be published. */
export type UnprovenRow = {
  id: string
  reference: string
  title: string
  organisation_name: string
  company_no: string | null
  company_check: CompanyCheck['state']
  email: string
  waits_since: string
  paid_pence: number
  coupon_code: string | null
  is_address_confirmed: boolean
  /** Other applications of the same company number, and how many of them have an entry. */
  others: number
  entries: number
}

/** Applications whose paid listing waits to be published, with what is known about who applies; the longest waiting first. */
export const listUnproven = (sql: SqlRunner, { limit }: { limit: number }) => sql<UnprovenRow[]>`
  select
    a.id, a.reference, a.event_draft ->> 'title' as title, o.name as organisation_name, o.company_no,
    a.company_check ->> 'state' as company_check, o.email, w.waits_since, w.amount_pence - w.discount_pence as paid_pence,
      w.coupon_code,
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

/** How many paid listings wait to be published. */
export const countUnproven = (sql: SqlRunner) => sql<{ listings: number }[]>`
  select count(*) as listings from orders where waits_since is not null`

/** What has come in since, applications that wait for a decision and answers of organisers. */
export const countArrivals = (sql: SqlRunner, { since }: { since: string }) => sql<
  { applications: number; answers: number }[]
>`
  select
    (select count(*) from applications where submitted_at > ${since}::timestamptz and status = 'submitted') as applications,
    (select count(*) from application_remarks where kind = 'answered' and written_at > ${since}::timestamptz) as answers`
