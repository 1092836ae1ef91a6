import type { SqlRunner } from '#database/sql.ts'

type Noticed = { application_id: string; deleted_on: string }

/**
 * Notes up to 100 applications whose applicants are to be told that their documents will be deleted: without activity for `noticeDays`, and
 * not told since the last one. Two at once note each of them once.
 *
 * @param input.today the day in London (YYYY-MM-DD)
 * @param input.days from the last activity to the deletion, of which `lead` at least are left after the email
 */
export const takeEndNotices = (
  sql: SqlRunner,
  input: { now: string; today: string; days: number; lead: number },
) => sql<Noticed[]>`
  insert into evidence_end_notices as n (application_id, activity_at, told_at, deleted_on)
  select u.application_id, u.activity_at, ${input.now}::timestamptz,
    greatest((u.activity_at at time zone 'Europe/London')::date + ${input.days}::int, ${input.today}::date + ${input.lead}::int)
  from unseen_evidence as u
  where (u.activity_at at time zone 'Europe/London')::date + ${input.days}::int - ${input.lead}::int <= ${input.today}::date
    and not exists (
      select from evidence_end_notices as told
      where told.application_id = u.application_id and told.activity_at >= u.activity_at
    )
  order by u.application_id
  limit 100
  on conflict (application_id) do update
  set activity_at = excluded.activity_at, told_at = excluded.told_at, deleted_on = excluded.deleted_on
  where n.activity_at < excluded.activity_at
  returning application_id, deleted_on`

/** Applications whose documents are to be deleted: told of it, the day has come, and nothing has happened since. */
export const listEndedNotices = (sql: SqlRunner, { today }: { today: string }) => sql<{ id: string }[]>`
  select n.application_id as id
  from evidence_end_notices as n
  join unseen_evidence as u on u.application_id = n.application_id and u.activity_at <= n.activity_at
  where n.deleted_on <= ${today}::date
  order by n.application_id`

/** Nothing is sent for them, ordered or taken up until the end of the transaction. */
export const holdApplication = (sql: SqlRunner, { id }: { id: string }) => sql<{ id: string }[]>`
  select a.id from applications as a join assessments as s on s.application_id = a.id
  where a.id = ${id}::uuid
  for update of a, s`

type Told = { reference: string; title: string | null; contact_name: string; email: string }

/** Whom to tell, and in which words: what was typed only where the address is confirmed. */
export const readTold = (sql: SqlRunner, { id }: { id: string }) => sql<Told[]>`
  select a.reference, o.email,
    case when c.email is not null then a.event_draft ->> 'title' end as title,
    case when c.email is not null then o.contact_name else '' end as contact_name
  from applications as a
  join organisations as o on o.id = a.organisation_id
  left join confirmed_addresses as c on c.email = lower(o.email)
  where a.id = ${id}::uuid`
