import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { SubmissionKind, SubmissionState } from '../rules.ts'

export type SubmissionRow = {
  id: string
  arrived_at: string
  name: string
  email: string
  organisation: string
  phone: string
  /** In a few words. */
  about: string
  /** JSON: what this kind alone has, by its name. */
  details: string
  state: SubmissionState
  handled_by_name: string | null
  handled_at: string | null
  /** Who looks after an enquiry. */
  assigned_to: string | null
  assigned_name: string | null
  position: string
}

type SubmissionQuery = {
  kind: SubmissionKind
  state: SubmissionState | null
  text: string | null
  /** Of enquiries: person who looks after it, 'nobody', or null for all. */
  assignedTo: string | null
}

/** @param input.after of a file, which is newest first: time and id of the last one of the part before. */
export const listSubmissions = (
  sql: SqlRunner,
  {
    after,
    newestFirst,
    limit,
    offset,
    ...query
  }: SubmissionQuery & {
    after: { position: string; id: string } | null
    newestFirst: boolean
    limit: number
    offset: number
  },
) => sql<SubmissionRow[]>`
  select id, arrived_at, name, email, organisation, phone, about, details, state, handled_by_name, handled_at,
    (select e.assigned_to from contact_enquiries e where e.id = submissions.id) as assigned_to,
    (select p.name from contact_enquiries e join people p on p.id = e.assigned_to where e.id = submissions.id) as assigned_name,
    arrived_at::text as position
  from submissions
  where ${fits(sql, query)}
    ${after === null ? sql`` : sql`and (arrived_at, id) < (${after.position}::timestamptz, ${after.id}::uuid)`}
  ${newestFirst ? sql`order by arrived_at desc, id desc` : sql`order by arrived_at, id`}
  limit ${limit}::int offset ${offset}::int`

/** How many there are, up to a limit. */
export const countListed = (sql: SqlRunner, { limit, ...query }: SubmissionQuery & { limit: number }) => sql<
  { submissions: number }[]
>`
  select count(*)::int as submissions from (select from submissions where ${fits(sql, query)} limit ${limit}::int) as found`

function fits(sql: SqlRunner, { kind, state, text, assignedTo }: SubmissionQuery): Fragment {
  const assigned = assignedTo === 'nobody' ? sql`is null` : sql`= ${assignedTo}::text`
  return sql`kind = ${kind}::text
    ${state === null ? sql`` : sql`and state = ${state}::text`}
    ${text === null ? sql`` : sql`and fold(words) like (select containing(${text}::text))`}
    ${assignedTo === null ? sql`` : sql`and id in (select id from contact_enquiries where assigned_to ${assigned})`}`
}

/** How many submissions of each kind are new. */
export const countSubmissions = (sql: SqlRunner) => sql<{ kind: SubmissionKind; submissions: number }[]>`
  select kind, count(*) as submissions from submissions where state = 'new' group by kind`

export const readSubmission = (sql: SqlRunner, { kind, id }: { kind: SubmissionKind; id: string }) => sql<
  SubmissionRow[]
>`
  select id, arrived_at, name, email, organisation, phone, about, details, state, handled_by_name, handled_at,
    (select e.assigned_to from contact_enquiries e where e.id = submissions.id) as assigned_to,
    (select p.name from contact_enquiries e join people p on p.id = e.assigned_to where e.id = submissions.id) as assigned_name,
    arrived_at::text as position
  from submissions
  where kind = ${kind}::text and id = ${id}::uuid`

/** A row with the state before, where there is such a submission and its state was another. */
export const setState = (
  sql: SqlRunner,
  input: { kind: SubmissionKind; id: string; state: SubmissionState; who: string; now: string },
) => sql<{ id: string; before: SubmissionState }[]>`
  with before as (
    select state from submissions where kind = ${input.kind}::text and id = ${input.id}::uuid
  ),
  enquiry as (
    update contact_enquiries set state = ${input.state}::text, handled_by_name = ${input.who}::text,
      handled_at = ${input.now}::timestamptz
    where ${input.kind}::text = 'enquiries' and id = ${input.id}::uuid and state <> ${input.state}::text
    returning id
  ),
  lead as (
    update quick_apply_leads set state = ${input.state}::text, handled_by_name = ${input.who}::text,
      handled_at = ${input.now}::timestamptz
    where ${input.kind}::text = 'leads' and id = ${input.id}::uuid and state <> ${input.state}::text
    returning id
  ),
  sign_up as (
    update webinar_sign_ups set state = ${input.state}::text, handled_by_name = ${input.who}::text,
      handled_at = ${input.now}::timestamptz
    where ${input.kind}::text = 'sign-ups' and id = ${input.id}::uuid and state <> ${input.state}::text
    returning id
  ),
  reservation as (
    update boxing_reservations set state = ${input.state}::text, handled_by_name = ${input.who}::text,
      handled_at = ${input.now}::timestamptz
    where ${input.kind}::text = 'reservations' and id = ${input.id}::uuid and state <> ${input.state}::text
    returning id
  )
  select changed.id, before.state as before
  from (
    select id from enquiry union all select id from lead union all select id from sign_up union all select id from reservation
  ) as changed, before`
