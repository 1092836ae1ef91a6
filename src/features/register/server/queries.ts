import type { SqlRunner } from '#database/sql.ts'
import type { Assurance } from '#domain/assurance.ts'
import type { Sector } from '#domain/categories.ts'
import type { ClockTime, Day, Instant } from '#domain/formats.ts'
import type { Ended } from '#domain/register-answer.ts'
import type { RegisterChange, RegisterStatus, Standing } from '#domain/register-status.ts'
import { type Check, checksOf, isRefused, nextReviewOf } from './assurance-queries.ts'
import { endedOf } from './ended-of.ts'

export type EntryRow = {
  id: string
  number: string
  slug: string
  status: RegisterStatus
  statusReason: string | null
  validFrom: Instant
  validUntil: Instant | null
  title: string
  organiser: string
  /** Null for one that has no page. */
  organiserId: number | null
  description: string
  eventType: 'physical' | 'online' | 'private'
  category: string
  sector: Sector
  date: Day | null
  time: ClockTime | null
  venue: string
  address: string
  city: string
  county: string
  postcode: string
  country: string
  latitude: number | null
  longitude: number | null
  price: string
  attendees: number
  capacity: number | null
  featured: boolean
  isPro: boolean
  imageUrl: string | null
  images: string[]
  websiteUrl: string | null
  ticketUrl: string | null
  landingPageUrl: string | null
  buttonText: string
  partners: string[]
  isDemo: boolean
  assurance: Assurance
  goldOn: Day | null
  assuredOn: Day | null
  nextReviewOn: Day | null
  checks: Check[]
  history: { at: string; change: RegisterChange; reason: string | null }[]
  ended: Ended | null
  /** A `reply` is empty when the organiser gave none. */
  notes: { at: string; text: string; reply: string }[]
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
     from register_notes as n where n.entry_id = e.id and n.removed_at is null) as notes
  from register_entries as e
  where slug = ${slug}::text`

export const findSlug = (sql: SqlRunner, { id }: { id: string }) => sql<{ slug: string }[]>`
  select slug from register_entries where id = ${id}::uuid`

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

export type LockedEntry = {
  id: string
  slug: string
  number: string
  title: string
  status: RegisterStatus
  statusReason: string | null
  validUntil: Instant | null
  assurance: Assurance
  isRefused: boolean
}

/** Locked until the transaction ends. */
export const lockEntry = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<LockedEntry[]>`
  select id, slug, number, title, status, status_reason as "statusReason", valid_until as "validUntil", assurance,
    ${isRefused(sql)} as "isRefused"
  from register_entries as e where application_id = ${applicationId}::uuid for update`

/** No row when its number or slug is taken. */
export const addEntry = (
  sql: SqlRunner,
  input: {
    applicationId: string
    organisationId: string
    status: Standing
    number: string
    slug: string
    validFrom: Instant
    validUntil: Instant
    title: string
    organiser: string
    description: string
    eventType: string
    category: string
    sector: string
    date: Day | null
    venue: string
    address: string
    city: string
    county: string
    postcode: string
    country: string
    latitude: number | null
    longitude: number | null
    capacity: number | null
    website: string | null
  },
) => sql<{ id: string }[]>`
  insert into register_entries (application_id, organisation_id, number, slug, status, valid_from, valid_until, title,
    organiser,
    description, event_type, category, sector, starts_on, venue, address, city, county, postcode, country, latitude, longitude,
    capacity, website_url, published_at, updated_at)
  values (${input.applicationId}::uuid, ${input.organisationId}::uuid, ${input.number}::text, ${input.slug}::text, ${input.status}::text,
    ${input.validFrom}::timestamptz, ${input.validUntil}::timestamptz, ${input.title}::text, ${input.organiser}::text,
    ${input.description}::text, ${input.eventType}::text, ${input.category}::text, ${input.sector}::text, ${input.date}::date,
      ${input.venue}::text, ${input.address}::text, ${input.city}::text, ${input.county}::text, ${input.postcode}::text,
      ${input.country}::text,
    ${input.latitude}::float8, ${input.longitude}::float8, ${input.capacity}::int, ${input.website}::text,
      ${input.validFrom}::timestamptz, ${input.validFrom}::timestamptz)
  on conflict do nothing
  returning id`

export const setRegisterStatus = (
  sql: SqlRunner,
  input: {
    entryId: string
    status: RegisterStatus
    reason: string | null
    validUntil: Instant | null
    at: Instant
    change: RegisterChange
    before: RegisterStatus
    cause: string
  },
) => sql<Record<string, never>[]>`
  with changed as (
    update register_entries
    set status = ${input.status}::text, status_reason = ${input.reason}::text, valid_until = ${input.validUntil}::timestamptz,
      updated_at = ${input.at}::timestamptz
    where id = ${input.entryId}::uuid
  )
  insert into register_history (entry_id, happened_at, change, from_status, to_status, reason, cause)
  values (${input.entryId}::uuid, ${input.at}::timestamptz, ${input.change}::text, ${input.before}::text,
    ${input.status}::text, case when ${input.change}::text <> 'renewed' then ${input.reason}::text end, ${input.cause}::text)`

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

/** Up to 500. An entry that somebody else is changing waits for the next run. */
export const lapseExpiredEntries = (sql: SqlRunner, { at, reason }: { at: string; reason: string }) => sql<
  {
    entryId: string
    applicationId: string
    number: string
    title: string
    organisationName: string
    organisationEmail: string | null
    wasAccredited: boolean
  }[]
>`
  with due as (
    select id, status from register_entries where status in ('active', 'listed', 'refused') and valid_until <= ${at}::timestamptz
    order by id limit 500 for update skip locked
  ), lapsed as (
    update register_entries as e
    set status = 'lapsed', status_reason = ${reason}::text, updated_at = ${at}::timestamptz
    from due where e.id = due.id
    returning e.id, due.status as before, e.application_id, e.organisation_id, e.number, e.title
  ), recorded as (
    insert into register_history (entry_id, happened_at, change, from_status, to_status, reason, cause)
    select id, ${at}::timestamptz, 'lapsed', before, 'lapsed', ${reason}::text, 'job' from lapsed order by id
  )
  select l.id as "entryId", l.application_id as "applicationId", l.number, l.title, o.name as "organisationName",
    o.email as "organisationEmail", l.before = 'active' as "wasAccredited"
  from lapsed l
  left join applications a on a.id = l.application_id
  left join organisations o on o.id = a.organisation_id
  order by l.id`
