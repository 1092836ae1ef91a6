import { asJson, type SqlRunner } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import { checksOf, isRefused } from '#features/register/server/assurance-queries.ts'
import type { EntryRow } from '#features/register/server/queries.ts'
import type { EntryValues } from './form.ts'

type EditedEntry = Omit<EntryValues, 'sector'> &
  Pick<EntryRow, 'id' | 'number' | 'slug' | 'status' | 'statusReason' | 'validFrom' | 'validUntil' | 'assurance'> &
  Pick<EntryRow, 'assuredOn' | 'nextReviewOn' | 'checks' | 'featured' | 'isDemo'> & {
    version: number
    /** Today's; `status` is as stored. */
    registerStatus: RegisterStatus
    applicationId: string | null
    isRefused: boolean
    score: number | null
    updatedAt: Instant
    contactName: string | null
    email: string | null
  }

export const readEntry = (sql: SqlRunner, { id }: { id: string }, lock = sql``) => sql<EditedEntry[]>`
  select id, version, number, slug, application_id as "applicationId", status, register_status(status, valid_until) as "registerStatus",
    status_reason as "statusReason", valid_from as "validFrom", valid_until as "validUntil", title, organiser, description,
    event_type as "eventType", category, starts_on as date, starts_at as time, venue, address, city, county, postcode, country, price,
    attendees, capacity, featured, is_pro as "isPro", image_url as "imageUrl", images, website_url as "websiteUrl",
    ticket_url as "ticketUrl", landing_page_url as "landingPageUrl", button_text as "buttonText", partners, is_demo as "isDemo",
    updated_at as "updatedAt", assurance, assured_on as "assuredOn", next_review_on as "nextReviewOn", score, ${checksOf(sql)} as checks,
    ${isRefused(sql)} as "isRefused", contact_name as "contactName", email
  from register_entries as e
  left join lateral (select contact_name, email from organisations where id = e.organisation_id) as o on true
  where id = ${id}::uuid ${lock}`

/** Locked until the transaction ends. */
export const lockEntry = (sql: SqlRunner, entry: { id: string }) => readEntry(sql, entry, sql`for update of e`)

/** Of the JSON that an entry is written from. */
export const columnsOfValues = (sql: SqlRunner) => sql`
  title text, organiser text, description text, "eventType" text, category text, sector text, date date, time time, venue text,
  address text, city text, county text, postcode text, country text, price text, attendees integer, capacity integer, "isPro" boolean,
  "imageUrl" text, images jsonb, "websiteUrl" text, "ticketUrl" text, "landingPageUrl" text, "buttonText" text, partners jsonb`

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
