import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { Assurance } from '#domain/assurance.ts'
import type { Day, Instant } from '#domain/formats.ts'
import type { StatusEnd } from '#domain/register-answer.ts'
import type { RegisterChange, RegisterStatus, Step } from '#domain/register-status.ts'
import type { EntryValues } from '../admin/form.ts'
import { type Check, checksOf, endedOf, isRefused, nextReviewOf } from './assurance-queries.ts'

export type EntryRow = EntryValues & {
  id: string
  number: string
  slug: string
  status: RegisterStatus
  statusReason: string | null
  validFrom: Instant
  validUntil: Instant | null
  /** Null for one that has no page. */
  organiserId: number | null
  latitude: number | null
  longitude: number | null
  featured: boolean
  isDemo: boolean
  assurance: Assurance
  goldOn: Day | null
  assuredOn: Day | null
  nextReviewOn: Day | null
  checks: Check[]
  history: { at: string; change: RegisterChange; reason: string | null }[]
  ended: StatusEnd | null
  /** A `reply` is empty when the organiser gave none. */
  notes: { at: string; text: string; reply: string }[]
  /** Days of the editions that an accepted next edition took the place of. */
  editions: Day[]
}

export const findEntry = (sql: SqlRunner, { slug }: { slug: string }) => sql<EntryRow[]>`
  select id, number, slug, register_status(status, valid_until) as status, status_reason as "statusReason", valid_from as "validFrom",
    valid_until as "validUntil", title, organiser, organiser_id as "organiserId", description, event_type as "eventType", category, sector, starts_on as date, starts_at as time, venue, address, city, county, postcode,
      country, latitude, longitude,
    price, attendees, capacity, featured, is_pro as "isPro", image_url as "imageUrl", images, website_url as "websiteUrl",
    ticket_url as "ticketUrl", landing_page_url as "landingPageUrl", button_text as "buttonText", partners, is_demo as "isDemo", assurance,
    gold_on as "goldOn", assured_on as "assuredOn", ${nextReviewOf(sql)} as "nextReviewOn", ${checksOf(sql)} as checks,
    (select coalesce(json_agg(json_build_object('at', happened_at, 'change', change, 'reason', reason) order by h.id), '[]')
     from register_history as h where h.entry_id = e.id and change <> 'edited') as history, ${endedOf(sql)} as ended,
    (select coalesce(json_agg(json_build_object('at', noted_at, 'text', text, 'reply', reply) order by n.noted_at), '[]')
     from register_notes as n where n.entry_id = e.id and n.removed_at is null) as notes,
    array(select p.follows_day::text from proposed_changes as p
      where p.application_id = e.application_id and p.state = 'accepted' and p.follows_day is not null order by p.follows_day desc) as editions
  from register_entries as e
  where slug = ${slug}::text`

export const findSlug = (sql: SqlRunner, { id }: { id: string }) => sql<{ slug: string }[]>`
  select slug from register_entries where id = ${id}::uuid`

/** One without an entry has no page. */
export const findNamedOrganiser = (sql: SqlRunner, { id }: { id: number }) => sql<{ id: number; name: string }[]>`
  select id, name from register_organisers as o
  where id = ${id}::int and exists (select from register_entries as e where e.organiser_id = o.id)`

export type LockedApplication = {
  status: string
  eventDraft: Record<string, unknown>
  organisationId: string
  organisationName: string
  organisationEmail: string
  /** Since when nothing is sold for it. */
  checkoutClosedAt: string | null
}

/** Locked until the transaction ends: what is published for it happens one at a time. */
export const lockApplication = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  LockedApplication[]
>`
  select a.status, a.event_draft as "eventDraft", a.organisation_id as "organisationId", a.checkout_closed_at as "checkoutClosedAt",
    o.name as "organisationName", o.email as "organisationEmail"
  from applications as a join organisations as o on o.id = a.organisation_id
  where a.id = ${applicationId}::uuid
  for update of a`

/** `cause` is kept in the history, not shown. */
export type EntryChange = { applicationId: string; cause: string; now: Date }

export type LockedEntry = Pick<
  EntryRow,
  'id' | 'slug' | 'number' | 'title' | 'status' | 'statusReason' | 'validUntil' | 'assurance'
> & { isRefused: boolean }

/** Locked until the transaction ends. */
export const lockEntry = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<LockedEntry[]>`
  select id, slug, number, title, status, status_reason as "statusReason", valid_until as "validUntil", assurance,
    ${isRefused(sql)} as "isRefused"
  from register_entries as e where application_id = ${applicationId}::uuid for update`

type StatusFacts = { reason: string | null; validUntil: Instant | null; at: Instant; cause: string }

/** Takes a locked entry a step of the table of states further, and records that. */
export const setRegisterStatus = (
  sql: SqlRunner,
  { id, status }: Pick<LockedEntry, 'id' | 'status'>,
  { to, change }: Step,
  { reason, validUntil, at, cause }: StatusFacts,
) => sql<Record<string, never>[]>`
  with changed as (
    update register_entries
    set status = ${to}::text, status_reason = ${reason}::text, valid_until = ${validUntil}::timestamptz,
      updated_at = ${at}::timestamptz
    where id = ${id}::uuid
  )
  insert into register_history (entry_id, happened_at, change, from_status, to_status, reason, cause)
  values (${id}::uuid, ${at}::timestamptz, ${change}::text, ${status}::text, ${to}::text,
    case when ${change}::text <> 'renewed' then ${reason}::text end, ${cause}::text)`

export const addHistory = (
  sql: SqlRunner,
  input: {
    entryId: string
    at: Instant
    change: RegisterChange
    before: RegisterStatus | null
    after: RegisterStatus
    reason: string | null
    cause: string
  },
) => sql<Record<string, never>[]>`
  insert into register_history (entry_id, happened_at, change, from_status, to_status, reason, cause)
  values (${input.entryId}::uuid, ${input.at}::timestamptz, ${input.change}::text, ${input.before}::text,
    ${input.after}::text, ${input.reason}::text, ${input.cause}::text)`

/** One row to join to the entry `e`. What has ended, but is not yet recorded as lapsed, lapsed at that end. */
export const statusChangeOf = (sql: SqlRunner): Fragment => sql`lateral (
    select
      case when has_ended then e.valid_until else coalesce(h.happened_at, e.published_at) end as status_changed_at,
      case when has_ended then 'lapsed' else coalesce(h.change, 'published') end as status_change
    from (select register_status(e.status, e.valid_until) <> e.status as has_ended) as present
    left join lateral (
      select happened_at, change from register_history
      where entry_id = e.id and from_status is distinct from to_status order by id desc limit 1
    ) as h on true
  ) as status_change_of`

export type StatusChangeRow = { id: string; statusReason: string | null; statusChangedAt: string; statusChange: string }

/** Two index look-ups for each, so it is asked for the entries of an answer and for no list. */
export const listStatusChanges = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<StatusChangeRow[]>`
  select e.id, e.status_reason as "statusReason", status_changed_at as "statusChangedAt", status_change as "statusChange"
  from register_entries as e cross join ${statusChangeOf(sql)}
  where e.id = any(${ids}::uuid[])`
