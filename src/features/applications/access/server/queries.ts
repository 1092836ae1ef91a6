import type { SqlRunner } from '#database/sql.ts'
import type { ApplicationFacts } from '#domain/application-facts.ts'

/** What a link leads to: an application, or one that is still being written. */
export type LinkAim =
  | { application_id: string; organisation_id: string; status: string; draft_id: null }
  | { application_id: null; organisation_id: null; status: null; draft_id: string }
type AccessLinkRow = LinkAim & {
  draft_email: string | null
  /** It led to a draft that has become this application. */
  was_draft: boolean
  used_at: string | null
  expires_at: string
}
export type AskedApplication = { application_id: string; reference: string; email: string }

type OwnApplicationRow = ApplicationFacts & {
  id: string
  reference: string
  title: string | null
  submitted_at: string
  organisation: string
  slug: string | null
  number: string | null
  /** There is a decision that can be appealed against, or an appeal that tells where it stands. */
  has_appeal: boolean
}

/** Links to the same that ended a year ago go. */
export const addAccessLink = (
  sql: SqlRunner,
  input: {
    tokenHash: string
    applicationId: string | null
    draftId: string | null
    now: string
    expiresAt: string
    email: string
  },
) => sql<Record<string, never>[]>`
  with outlived as (
    delete from access_links
    where (application_id = ${input.applicationId}::uuid or draft_id = ${input.draftId}::uuid)
      and expires_at < ${input.now}::timestamptz - interval '1 year'
  )
  insert into access_links (token_hash, application_id, draft_id, created_at, expires_at, email)
  values (decode(${input.tokenHash}::text, 'hex'), ${input.applicationId}::uuid, ${input.draftId}::uuid,
    ${input.now}::timestamptz, ${input.expiresAt}::timestamptz, ${input.email}::text)`

/** The link in whatever state, and the application or the draft that it leads to. */
export const findAccessLink = (sql: SqlRunner, { tokenHash }: { tokenHash: string }) => sql<AccessLinkRow[]>`
  select l.application_id, a.organisation_id, a.status, l.draft_id, d.answers ->> 'email' as draft_email, l.was_draft,
    l.used_at, l.expires_at
  from access_links as l
  left join applications as a on a.id = l.application_id
  left join application_drafts as d on d.id = l.draft_id
  where l.token_hash = decode(${tokenHash}::text, 'hex')`

/** `email`: the address that it was mailed to; null of links of earlier releases. */
export const spendAccessLink = (sql: SqlRunner, { tokenHash, now }: { tokenHash: string; now: string }) => sql<
  (LinkAim & { email: string | null })[]
>`
  with spent as (
    update access_links set used_at = ${now}::timestamptz
    where token_hash = decode(${tokenHash}::text, 'hex') and used_at is null and expires_at > ${now}::timestamptz
    returning application_id, draft_id, email
  ), renewed as (
    update application_drafts set submission_key = gen_random_uuid() where id = (select draft_id from spent)
  )
  select s.application_id, s.draft_id, s.email, a.organisation_id, a.status
  from spent as s
  left join applications as a on a.id = s.application_id`

/**
 * The applications that a link is asked for, with who gets it. Somebody else may have applied under the address: what was paid for
 *   comes first, then what was approved, then the newest; 200, which no person reaches.
 * @param input.email email address or null
 */
export const listAccessApplications = (
  sql: SqlRunner,
  { applicationId, email }: { applicationId: string | null; email: string | null },
) => sql<AskedApplication[]>`
  select a.id as application_id, a.reference, o.email
  from applications as a
  join organisations as o on o.id = a.organisation_id
  where a.id = ${applicationId}::uuid or lower(o.email) = lower(${email}::text)
  order by
    exists (select from orders as r where r.application_id = a.id and r.status in ('paid', 'disputed', 'refunded')) desc,
    a.status = 'approved' desc, a.submitted_at desc, a.id
  limit 200`

/** Earlier rows have outlived theirs. */
export const forgetBrowser = (
  sql: SqlRunner,
  { browser, now, oldestCookie }: { browser: string; now: string; oldestCookie: string },
) => sql<Record<string, never>[]>`
  with outlived as (
    delete from forgotten_browsers where forgotten_at < ${oldestCookie}::timestamptz
  )
  insert into forgotten_browsers (id, forgotten_at) values (${browser}::uuid, ${now}::timestamptz)
  on conflict (id) do nothing`

/** The latest first; with the register's entry, where there is one. */
export const listOwnApplications = (
  sql: SqlRunner,
  { applicationIds, appealableSince }: { applicationIds: string[]; appealableSince: string },
) => sql<OwnApplicationRow[]>`
  select a.id, a.reference, a.event_draft ->> 'title' as title, a.submitted_at, o.name as organisation,
    e.slug, e.number, f.status, f.is_withdrawn, f.is_listing_paid, f.is_waiting, f.is_checkout_closed, f.register_status, f.assessment,
    f.event_day,
    exists (select from appeals as p where p.application_id = a.id) or exists (
      select from appealable_decisions as v
      where v.application_id = a.id and v.decided_at > ${appealableSince}::timestamptz) as has_appeal
  from applications as a
  join application_facts as f on f.application_id = a.id
  join organisations as o on o.id = a.organisation_id
  left join register_entries as e on e.application_id = a.id
  where a.id = any(${applicationIds}::uuid[])
  order by a.submitted_at desc, a.id`
