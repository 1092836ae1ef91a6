import { randomInt } from 'node:crypto'
import type { Brand } from '#brand.ts'
import { asJson, type Transaction } from '#database/sql.ts'
import { accreditAfter, publishedStatusOf } from '#domain/assurance.ts'
import { type EventCategory, eventCategories, sectorOf } from '#domain/categories.ts'
import { londonDay } from '#domain/london-time.ts'
import { afterEvent } from '#domain/register-status.ts'
import { slugOf } from '#domain/slug.ts'
import { readableText } from '#wire/clean-text.ts'
import {
  addHistory,
  type EntryChange,
  type LockedApplication,
  type LockedEntry,
  lockApplication,
  lockEntry,
  setRegisterStatus,
} from './queries.ts'

/** `validUntil`: until when the listing is paid. */
type Publication = EntryChange & { validUntil: string; brand: Pick<Brand, 'prefix' | 'accreditAfter'> }

type PublishResult =
  | { kind: 'published' | 'renewed'; entryId: string; slug: string; number: string }
  | { kind: 'not-approved' }

/** Running it again changes nothing more, and two at once become one entry. Money ends no suspension or revocation. */
export async function publishEntry(tx: Transaction, publication: Publication): Promise<PublishResult> {
  const { applicationId } = publication
  const [application] = await lockApplication(tx, { applicationId })
  if (application?.status !== 'approved') return { kind: 'not-approved' }
  const [entry] = await lockEntry(tx, { applicationId })
  if (!entry) return await enter(tx, application, publication)
  await renew(tx, entry, publication)
  return { kind: 'renewed', entryId: entry.id, slug: entry.slug, number: entry.number }
}

async function renew(
  tx: Transaction,
  entry: LockedEntry,
  { validUntil, cause, brand, now }: Publication,
): Promise<void> {
  const until = new Date(validUntil).toISOString()
  const at = now.toISOString()
  const step = afterEvent('pay', entry.status, publishedStatusOf(entry, brand.accreditAfter))
  // An old payment reported again does not put it back on the register.
  const isOld = entry.status === 'lapsed' ? until <= at : entry.validUntil !== null && until <= entry.validUntil
  if (isOld) return
  const reason = step.change === 'reinstated' ? null : entry.statusReason
  await setRegisterStatus(tx, entry, step, { reason, validUntil: until, at, cause })
}

/** Six characters of 23: a second clash is rare, a twentieth impossible. */
const attempts = 20

async function enter(
  tx: Transaction,
  application: LockedApplication,
  { applicationId, validUntil, cause, brand, now }: Publication,
): Promise<PublishResult> {
  const draft = readDraft(application.eventDraft)
  const at = now.toISOString()
  const status = accreditAfter[brand.accreditAfter].asked === 'declared' ? 'active' : 'listed'
  const today = londonDay(now)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const number = newNumber(brand.prefix, today.slice(0, 4))
    const slug = slugFor(draft, attempt)
    // No row when its number or slug is taken.
    const [added] = await tx<{ id: string }[]>`
      insert into register_entries (application_id, organisation_id, number, slug, status, valid_from, valid_until, title,
        organiser, description, event_type, category, sector, starts_on, venue, address, city, county, postcode, country,
        latitude, longitude, capacity, website_url, published_at, updated_at)
      values (${applicationId}::uuid, ${application.organisationId}::uuid, ${number}::text, ${slug}::text, ${status}::text,
        ${at}::timestamptz, ${new Date(validUntil).toISOString()}::timestamptz, ${draft.title}::text,
        ${readableText(application.organisationName).trim()}::text, ${draft.description}::text, ${draft.eventType}::text,
        ${draft.category}::text, ${sectorOf[draft.category]}::text, ${draft.date}::date, ${draft.venue}::text,
        ${draft.address}::text, ${draft.city}::text, ${draft.county}::text, ${draft.postcode}::text, ${draft.country}::text,
        ${draft.latitude}::float8, ${draft.longitude}::float8, ${draft.capacity}::int, ${draft.website}::text,
        ${at}::timestamptz, ${at}::timestamptz)
      on conflict do nothing
      returning id`
    if (!added) continue
    const change = { at, change: 'published', before: null, after: status, reason: null, cause } as const
    await addHistory(tx, { entryId: added.id, ...change })
    return { kind: 'published', entryId: added.id, slug, number }
  }
  throw new Error('No free register number was found.')
}

function slugFor({ title, date }: Draft, attempt: number): string {
  const base = slugOf(title)
  if (attempt === 0) return base
  if (attempt === 1 && date) return `${base}-${date.slice(0, 4)}`
  return `${base}-${slugEnding()}`
}

type Draft = ReturnType<typeof readDraft>

/** Drafts of earlier releases lack fields. */
function readDraft(stored: Record<string, unknown>) {
  const text = (name: string) => (typeof stored[name] === 'string' ? readableText(stored[name]).trim() : '')
  const number = (name: string) =>
    typeof stored[name] === 'number' && Number.isFinite(stored[name]) ? stored[name] : null
  const eventType = ['physical', 'online', 'private'].find((known) => known === text('eventType')) ?? 'physical'
  const category = eventCategories.find((known) => known === text('category')) ?? ('Other' satisfies EventCategory)
  const capacity = number('capacity')
  return {
    title: text('title'),
    description: text('description'),
    eventType,
    category,
    date: eventType === 'private' ? null : text('date') || null,
    venue: text('venue') || (eventType === 'online' ? 'Online' : ''),
    address: text('address') || [text('line_1'), text('line_2')].filter(Boolean).join(', '),
    city: text('city'),
    county: text('county'),
    postcode: text('postcode'),
    country: text('country'),
    latitude: number('latitude'),
    longitude: number('longitude'),
    capacity: capacity === null ? null : Math.round(capacity),
    website: text('url') || text('onlineUrl') || null,
  }
}

const factNames: Record<keyof Draft, string> = {
  title: 'event title',
  description: 'description',
  eventType: 'type',
  category: 'category',
  date: 'date',
  venue: 'venue',
  address: 'address',
  city: 'city',
  county: 'county',
  postcode: 'postcode',
  country: 'country',
  latitude: 'place on the map',
  longitude: 'place on the map',
  capacity: 'capacity',
  website: 'website',
}

/** Does nothing without an entry or a difference; what an editor has corrected otherwise stays. */
export async function correctEntry(
  tx: Transaction,
  { applicationId, before, after, cause, now }: EntryChange & Record<'before' | 'after', Record<string, unknown>>,
): Promise<void> {
  const [entry] = await lockEntry(tx, { applicationId })
  const [old, given] = [readDraft(before), readDraft(after)]
  const changed = (Object.keys(factNames) as (keyof Draft)[]).filter((name) => old[name] !== given[name])
  if (!entry || changed.length === 0) return
  const facts: Record<string, unknown> = Object.fromEntries(changed.map((name) => [name, given[name]]))
  if (changed.includes('category')) facts.sector = sectorOf[given.category]
  const at = now.toISOString()
  await tx`
    update register_entries as e set
      title = coalesce(v.facts ->> 'title', e.title), description = coalesce(v.facts ->> 'description', e.description),
      event_type = coalesce(v.facts ->> 'eventType', e.event_type), category = coalesce(v.facts ->> 'category', e.category),
      sector = coalesce(v.facts ->> 'sector', e.sector),
      starts_on = case when v.facts ? 'date' then (v.facts ->> 'date')::date else e.starts_on end,
      venue = coalesce(v.facts ->> 'venue', e.venue), address = coalesce(v.facts ->> 'address', e.address),
      city = coalesce(v.facts ->> 'city', e.city), county = coalesce(v.facts ->> 'county', e.county),
      postcode = coalesce(v.facts ->> 'postcode', e.postcode), country = coalesce(v.facts ->> 'country', e.country),
      latitude = case when v.facts ? 'latitude' then (v.facts ->> 'latitude')::float8 else e.latitude end,
      longitude = case when v.facts ? 'longitude' then (v.facts ->> 'longitude')::float8 else e.longitude end,
      capacity = case when v.facts ? 'capacity' then (v.facts ->> 'capacity')::integer else e.capacity end,
      website_url = case when v.facts ? 'website' then v.facts ->> 'website' else e.website_url end,
      updated_at = ${at}::timestamptz
    from (select ${asJson(facts)}::jsonb as facts) as v
    where e.id = ${entry.id}::uuid`
  const { id: entryId, status } = entry
  const reason = `Changed: ${[...new Set(changed.map((name) => factNames[name]))].join(', ')}.`
  await addHistory(tx, { entryId, at, change: 'corrected', before: status, after: status, reason, cause })
}

/** Without what is mistaken when read aloud or copied: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const alphabet = '34679ACDEFGHJKMNPQRTWXY'

/** Such as `BEAA-2026-7KQ4XN`: 148 million a year. */
export function newNumber(prefix: string, year: string): string {
  return `${prefix}-${year}-${sixCharacters()}`
}

/** For a slug that is taken. */
export function slugEnding(): string {
  return sixCharacters().toLowerCase()
}

function sixCharacters(): string {
  return Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
