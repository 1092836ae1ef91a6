import { asJson, type SqlRunner } from '#database/sql.ts'
import type { ApplicationFacts } from '#domain/application-facts.ts'
import type { CompanyCheck } from '#domain/company-check.ts'
import type { Instant } from '#domain/formats.ts'
import type { EventDraft, Organisation } from '#features/applications/schema.ts'

export type OrganisationRow = Organisation & { id: string }

export type ApplicationRow = {
  id: string
  reference: string
  status: string
  createdAt: Instant
  organisationId: string
  eventDraft: EventDraft
}

type ShownApplicationRow = ApplicationFacts & {
  id: string
  reference: string
  title: string
  slug: string | null
  is_address_confirmed: boolean
}

/**
 * Where the key is taken, the same browser's corrections replace what was stored; no row once there is an application, or from another
 * browser. @param input.sentFrom null for an unknown browser.
 */
export const insertOrganisation = (
  sql: SqlRunner,
  input: Organisation & { submissionKey: string | null; sentFrom: string | null },
) => sql<{ id: string; created: boolean }[]>`
  insert into organisations as o (name, trading_name, contact_name, email, phone, website, company_no, submission_key,
    sent_from)
  values (
    ${input.name}::text, nullif(${input.tradingName}::text, ''), ${input.contactName}::text, ${input.email}::text,
      ${input.phone}::text, nullif(${input.website}::text, ''), nullif(${input.companyNo}::text, ''),
      ${input.submissionKey}::uuid,
    -- An unknown browser that sends what was shared by a link: a browser that nobody has, so that the key opens nothing again.
    coalesce(${input.sentFrom}::uuid, (
      select gen_random_uuid() from application_drafts as d join access_links as l on l.draft_id = d.id
      where d.submission_key = ${input.submissionKey}::uuid and l.used_at is not null
      limit 1
    ))
  )
  on conflict (submission_key) do update
  set
    name = excluded.name, trading_name = excluded.trading_name, contact_name = excluded.contact_name, email = excluded.email,
    phone = excluded.phone, website = excluded.website, company_no = excluded.company_no
  where not exists (select from applications as a where a.organisation_id = o.id)
    and (o.sent_from is null or o.sent_from = ${input.sentFrom}::uuid)
  returning id, xmax = 0 as created`

export const correctOrganisation = (
  sql: SqlRunner,
  { id, organisation, now }: { id: string; organisation: Organisation; now: string },
) => sql<Record<string, never>[]>`
  update organisations
  set name = ${organisation.name}::text, trading_name = nullif(${organisation.tradingName}::text, ''),
    contact_name = ${organisation.contactName}::text, email = ${organisation.email}::text, phone = ${organisation.phone}::text,
    website = nullif(${organisation.website}::text, ''), company_no = nullif(${organisation.companyNo}::text, ''),
    updated_at = ${now}::timestamptz
  where id = ${id}::uuid`

export const findOrganisationByKey = (sql: SqlRunner, { submissionKey }: { submissionKey: string }) => sql<
  { id: string; sent_from: string | null }[]
>`
  select id, sent_from from organisations where submission_key = ${submissionKey}::uuid`

const organisationColumns = (sql: SqlRunner) => sql`
  id, name, coalesce(trading_name, '') as "tradingName", contact_name as "contactName", email, phone,
  coalesce(website, '') as website, coalesce(company_no, '') as "companyNo"`

export const findOrganisation = (sql: SqlRunner, { id }: { id: string }) => sql<OrganisationRow[]>`
  select ${organisationColumns(sql)}
  from organisations
  where id = ${id}::uuid`

/** Locked, so that it is corrected before or not at all. */
export const lockOrganisation = (sql: SqlRunner, { id }: { id: string }) => sql<OrganisationRow[]>`
  select ${organisationColumns(sql)}
  from organisations
  where id = ${id}::uuid
  for update`

export const lockOrganisationByKey = (sql: SqlRunner, { submissionKey }: { submissionKey: string }) => sql<
  { id: string }[]
>`
  select id from organisations where submission_key = ${submissionKey}::uuid
  for update`

const applicationColumns = (sql: SqlRunner) => sql`
  id, reference, status, submitted_at as "createdAt", organisation_id as "organisationId", event_draft as "eventDraft"`

/** No row when the key is taken. */
export const insertApplication = (
  sql: SqlRunner,
  input: {
    reference: string
    organisationId: string
    status: 'submitted' | 'approved'
    couponCode: string
    eventDraft: EventDraft
    companyCheck: CompanyCheck
    submissionKey: string | null
  },
) => sql<ApplicationRow[]>`
  insert into applications (reference, organisation_id, status, coupon_code, event_draft, company_check, submission_key)
  values (${input.reference}::text, ${input.organisationId}::uuid, ${input.status}::text, nullif(${input.couponCode}::text,
    ''), ${asJson(input.eventDraft)}::jsonb, ${asJson(input.companyCheck)}::jsonb, ${input.submissionKey}::uuid)
  on conflict (submission_key) do nothing
  returning ${applicationColumns(sql)}`

export const findApplication = (sql: SqlRunner, { id }: { id: string }) => sql<ApplicationRow[]>`
  select ${applicationColumns(sql)}
  from applications
  where id = ${id}::uuid`

export const findShownApplication = (sql: SqlRunner, { id }: { id: string }) => sql<ShownApplicationRow[]>`
  select
    a.id, a.reference, a.event_draft ->> 'title' as title, e.slug,
    exists (
      select from confirmed_addresses as c join organisations as o on c.email = lower(o.email)
      where o.id = a.organisation_id
    ) as is_address_confirmed,
    f.status, f.is_withdrawn, f.is_listing_paid, f.is_waiting, f.is_checkout_closed, f.register_status, f.assessment, f.event_day
  from applications as a
  join application_facts as f on f.application_id = a.id
  left join register_entries as e on e.application_id = a.id
  where a.id = ${id}::uuid`

export const findApplicationByKey = (sql: SqlRunner, { submissionKey }: { submissionKey: string }) => sql<
  ApplicationRow[]
>`
  select ${applicationColumns(sql)}
  from applications
  where submission_key = ${submissionKey}::uuid`

/** For the browser that sent it, or everybody with the key where it was sent without a browser's cookie. */
export const findSentByKey = (
  sql: SqlRunner,
  { submissionKey, browser }: { submissionKey: string; browser: string | null },
) => sql<ApplicationRow[]>`
  select ${applicationColumns(sql)}
  from applications
  where submission_key = ${submissionKey}::uuid and organisation_id in (
    select o.id from organisations as o where o.sent_from is null or o.sent_from = ${browser}::uuid
  )`

export const insertRegistryApproval = (
  sql: SqlRunner,
  { applicationId, reason }: { applicationId: string; reason: string },
) => sql<Record<string, never>[]>`
  insert into application_decisions (application_id, decision, decided_by, decided_by_name, reason)
  values (${applicationId}::uuid, 'approved', null, 'Company registry check', ${reason}::text)`

export const setCopyWaits = (
  sql: SqlRunner,
  { applicationId, waits }: { applicationId: string; waits: boolean },
) => sql<Record<string, never>[]>`
  update applications set copy_waits = ${waits}::boolean where id = ${applicationId}::uuid`

export const listWaitingCopies = (sql: SqlRunner, { email }: { email: string }) => sql<{ id: string }[]>`
  select a.id
  from organisations as o
  join applications as a on a.organisation_id = o.id
  where lower(o.email) = ${email}::text and a.copy_waits
  order by a.submitted_at`

/** No row where the copy was sent. `isByRegistry`: the registry has approved it, and nobody was told yet. */
export const lockWaitingCopy = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  (ApplicationRow & { isByRegistry: boolean })[]
>`
  select ${applicationColumns(sql)},
    status = 'approved' and not exists (
      select from application_decisions as d where d.application_id = applications.id and d.decided_by is not null
    ) as "isByRegistry"
  from applications
  where id = ${applicationId}::uuid and copy_waits
  for update`
