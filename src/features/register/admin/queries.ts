import { found, wordsOf } from '#database/search.ts'
import { asJson, type Fragment, type SqlRunner, unprepared } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import { checksOf, isRefused } from '#features/register/server/assurance-queries.ts'
import type { EntryRow } from '#features/register/server/queries.ts'
import type { EntryValues } from './form.ts'
import type { RegisterFilters, RegisterSort } from './rules.ts'

type ListedEntry = Pick<
  EntryRow,
  'id' | 'number' | 'slug' | 'title' | 'organiser' | 'city' | 'date' | 'status' | 'assurance' | 'assuredOn'
> & {
  featured: boolean
  publishedAt: Instant
}

export type ExportedEntry = Omit<ListedEntry, 'assuredOn'> &
  Pick<EntryRow, 'isDemo' | 'eventType' | 'category' | 'venue' | 'postcode' | 'capacity' | 'statusReason'> &
  Pick<EntryRow, 'validFrom' | 'validUntil'> & {
    /** The time of publication to the microsecond, for the next part. */
    position: string
  }

type EditedEntry = Omit<EntryValues, 'sector'> &
  Pick<EntryRow, 'id' | 'number' | 'slug' | 'status' | 'statusReason' | 'validFrom' | 'validUntil' | 'assurance'> &
  Pick<EntryRow, 'assuredOn' | 'nextReviewOn' | 'checks' | 'featured' | 'isDemo'> & {
    version: number
    applicationId: string | null
    score: number | null
    updatedAt: Instant
  }

type LockedEntry = Pick<
  EntryRow,
  'id' | 'slug' | 'number' | 'title' | 'statusReason' | 'validUntil' | 'assurance' | 'assuredOn' | 'featured'
> & {
  version: number
  /** As stored; `registerStatus` is today's. */
  status: RegisterStatus
  registerStatus: RegisterStatus
  applicationId: string | null
  isRefused: boolean
  contactName: string | null
  email: string | null
}

/** Statuses are spelt out, so that the planner sees which are rare and have an index of their own. */
export const listEntries = (
  sql: SqlRunner,
  { filters, sort, limit, offset }: { filters: RegisterFilters; sort: RegisterSort; limit: number; offset: number },
) =>
  // Asked too rarely for a plan that is kept.
  unprepared(sql<ListedEntry[]>`
    select id, number, slug, title, organiser, city, starts_on as date, register_status(status, valid_until) as status, assurance, assured_on as "assuredOn", featured,
      published_at as "publishedAt"
    from register_entries
    where ${fits(sql, filters)}
    ${orderOf(sql, sort)}
    limit ${limit}::int offset ${offset}::int`)

export const countEntries = (sql: SqlRunner, { filters, limit }: { filters: RegisterFilters; limit: number }) =>
  unprepared(sql<{ count: number }[]>`
    select count(*)::int as count from (select from register_entries where ${fits(sql, filters)} limit ${limit}::int) as found`)

type ExportPart = { filters: RegisterFilters; after: { position: string; id: string } | null; limit: number }

export const exportEntries = (sql: SqlRunner, { filters, after, limit }: ExportPart) =>
  unprepared(sql<ExportedEntry[]>`
    select id, number, slug, title, organiser, event_type as "eventType", category, starts_on as date, venue, city, postcode, capacity,
      register_status(status, valid_until) as status, status_reason as "statusReason", assurance, featured, is_demo as "isDemo",
      valid_from as "validFrom", valid_until as "validUntil", published_at as "publishedAt", published_at::text as position
    from register_entries
    where ${fits(sql, filters)}
      ${after ? sql`and (published_at, id) < (${after.position}::timestamptz, ${after.id}::uuid)` : sql``}
    order by published_at desc, id desc
    limit ${limit}::int`)

function fits(sql: SqlRunner, { q, status, featured }: RegisterFilters): Fragment {
  const words = wordsOf(q)
  return sql`true ${words.length > 0 ? sql`and ${found(sql, words)}` : sql``}
    ${status ? sql`and ${hasStatus(sql, status)}` : sql``}
    ${featured ? sql`and featured` : sql``}`
}

/** Each by an index of its own. */
function orderOf(sql: SqlRunner, { by, descending }: RegisterSort): Fragment {
  if (by === 'date') return descending ? sql`order by sort_on desc, id desc` : sql`order by sort_on, id`
  return descending ? sql`order by published_at desc, id desc` : sql`order by published_at, id`
}

function hasStatus(sql: SqlRunner, status: RegisterStatus): Fragment {
  if (status === 'active') return sql`status = 'active' and (valid_until is null or valid_until > now())`
  if (status === 'lapsed')
    return sql`(status = 'lapsed' or status in ('active', 'listed', 'refused') and valid_until <= now())`
  if (status === 'listed' || status === 'refused')
    return sql`status <> 'active' and status = ${status}::text and (valid_until is null or valid_until > now())`
  return sql`status <> 'active' and status = ${status}::text`
}

export const readEntry = (sql: SqlRunner, { id }: { id: string }) => sql<EditedEntry[]>`
  select id, version, number, slug, application_id as "applicationId", register_status(status, valid_until) as status,
    status_reason as "statusReason", valid_from as "validFrom", valid_until as "validUntil", title, organiser, description,
    event_type as "eventType", category, starts_on as date, starts_at as time, venue, address, city, county, postcode, country, price,
    attendees, capacity, featured, is_pro as "isPro", image_url as "imageUrl", images, website_url as "websiteUrl",
    ticket_url as "ticketUrl", landing_page_url as "landingPageUrl", button_text as "buttonText", partners, is_demo as "isDemo",
    updated_at as "updatedAt", assurance, assured_on as "assuredOn", next_review_on as "nextReviewOn", score, ${checksOf(sql)} as checks
  from register_entries as e
  where id = ${id}::uuid`

/** Locked until the transaction ends. */
export const lockEntry = (sql: SqlRunner, { id }: { id: string }) => sql<LockedEntry[]>`
  select e.id, e.version, e.slug, e.number, e.title, e.status, register_status(e.status, e.valid_until) as "registerStatus",
    e.status_reason as "statusReason", e.valid_until as "validUntil", e.application_id as "applicationId", e.assurance,
    e.assured_on as "assuredOn", ${isRefused(sql)} as "isRefused", e.featured, o.contact_name as "contactName", o.email
  from register_entries e
  left join organisations o on o.id = e.organisation_id
  where e.id = ${id}::uuid
  for update of e`

const columnsOfValues = (sql: SqlRunner) => sql`
  title text, organiser text, description text, "eventType" text, category text, sector text, date date, time time, venue text,
  address text, city text, county text, postcode text, country text, price text, attendees integer, capacity integer, "isPro" boolean,
  "imageUrl" text, images jsonb, "websiteUrl" text, "ticketUrl" text, "landingPageUrl" text, "buttonText" text, partners jsonb`

export const updateEntry = (
  sql: SqlRunner,
  { id, values, now }: { id: string; values: EntryValues; now: Instant },
) => sql<Record<string, never>[]>`
  update register_entries as e set
    title = v.title, organiser = v.organiser, description = v.description, event_type = v."eventType", category = v.category,
    sector = v.sector, starts_on = v.date, starts_at = v.time, venue = v.venue, address = v.address, city = v.city,
    county = v.county, postcode = v.postcode, country = v.country, price = v.price, attendees = v.attendees,
    capacity = v.capacity, is_pro = v."isPro", image_url = v."imageUrl",
    images = array(select jsonb_array_elements_text(v.images)), website_url = v."websiteUrl", ticket_url = v."ticketUrl",
    landing_page_url = v."landingPageUrl", button_text = v."buttonText",
    partners = array(select jsonb_array_elements_text(v.partners)), updated_at = ${now}::timestamptz
  from jsonb_to_record(${asJson(values)}::jsonb) as v (${columnsOfValues(sql)})
  where e.id = ${id}::uuid`

/** No row when the number, the slug or the id is taken. */
export const insertEntry = (
  sql: SqlRunner,
  given: { number: string; slug: string; values: EntryValues; now: Instant; validUntil: Instant | null; id: string },
) => sql<{ id: string }[]>`
  insert into register_entries (id, number, slug, status, valid_from, valid_until, title, organiser, description, event_type,
    category, sector, starts_on, starts_at, venue, address, city, county, postcode, country, price, attendees, capacity, is_pro,
    image_url, images, website_url, ticket_url, landing_page_url, button_text, partners, published_at, updated_at)
  select ${given.id}::uuid, ${given.number}::text, ${given.slug}::text, 'active', ${given.now}::timestamptz,
    ${given.validUntil}::timestamptz, v.title, v.organiser, v.description, v."eventType", v.category, v.sector, v.date, v.time, v.venue,
    v.address, v.city, v.county, v.postcode, v.country, v.price, v.attendees, v.capacity, v."isPro", v."imageUrl",
    array(select jsonb_array_elements_text(v.images)), v."websiteUrl", v."ticketUrl", v."landingPageUrl", v."buttonText",
    array(select jsonb_array_elements_text(v.partners)), ${given.now}::timestamptz, ${given.now}::timestamptz
  from jsonb_to_record(${asJson(given.values)}::jsonb) as v (${columnsOfValues(sql)})
  on conflict do nothing
  returning id`

export const featureEntry = (
  sql: SqlRunner,
  { id, featured, now }: { id: string; featured: boolean; now: Instant },
) => sql<Record<string, never>[]>`
  update register_entries set featured = ${featured}::boolean, updated_at = ${now}::timestamptz where id = ${id}::uuid`
