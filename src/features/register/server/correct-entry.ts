import { asJson, type SqlRunner, type Transaction } from '#database/sql.ts'
import { sectorOfCategory } from '#domain/categories.ts'
import { readDraft } from './publish-entry.ts'
import { addHistory, lockEntry } from './queries.ts'

const names = {
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

/**
 * Writes into an application's entry what has changed between two versions of its event, and into its history that it was corrected.
 * What an editor has corrected otherwise stays. Without an entry, or a difference, it does nothing.
 *
 * @param cause what brought it about: kept in the history, not shown.
 */
export async function correctEntry(
  tx: Transaction,
  {
    applicationId,
    before,
    after,
    cause,
    now,
  }: {
    applicationId: string
    before: Record<string, unknown>
    after: Record<string, unknown>
    cause: string
    now: Date
  },
): Promise<void> {
  const [entry] = await lockEntry(tx, { applicationId })
  const [old, given] = [readDraft(before), readDraft(after)]
  const changed = (Object.keys(names) as (keyof typeof names)[]).filter((name) => old[name] !== given[name])
  if (!entry || changed.length === 0) return
  const facts: Record<string, unknown> = Object.fromEntries(changed.map((name) => [name, given[name]]))
  if (changed.includes('category')) facts.sector = sectorOfCategory(given.category)
  const at = now.toISOString()
  await setFacts(tx, { entryId: entry.id, facts, at })
  await addHistory(tx, {
    entryId: entry.id,
    at,
    change: 'corrected',
    before: entry.status,
    after: entry.status,
    reason: `Changed: ${[...new Set(changed.map((name) => names[name]))].join(', ')}.`,
    cause,
  })
}

const setFacts = (
  sql: SqlRunner,
  { entryId, facts, at }: { entryId: string; facts: Record<string, unknown>; at: string },
) => sql<Record<string, never>[]>`
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
  where e.id = ${entryId}::uuid`
