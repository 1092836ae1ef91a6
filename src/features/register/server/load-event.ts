import type { Brand } from '../../../brand.ts'
import { isUuid } from '../../../domain/is-uuid.ts'
import { londonDay } from '../../../domain/london-time.ts'
import { pageTags } from '../../../domain/page-tags.ts'
import { isAccredited } from '../../../domain/register-status.ts'
import { href } from '../../../pages.ts'
import { handler, type Loader } from '../../../requests/page-loader.ts'
import type { EventData } from '../event-page.tsx'
import { actionOf, slugPattern } from '../rules.ts'
import { shareVersion } from '../sharing/server/share-version.ts'
import { assuredOf } from './assured-of.ts'
import { breadcrumbJsonLd, eventJsonLd } from './json-ld.ts'
import { type EntryRow, findEntry, findSlug } from './queries.ts'

/** An entry's own page. Its id leads to its slug for good; what is not there is a 404 with a way back. */
export const loadEvent: Loader<EventData> = async ({ params, services }) => {
  const { sql, log, brand, env, now } = services
  const name = params.slug ?? ''
  if (!slugPattern.test(name)) return notFound('missing')
  try {
    const [entry] = await findEntry(sql, { slug: name })
    if (entry) {
      const data = dataOf(entry, { brand, publicUrl: env.publicUrl, today: londonDay(now()) })
      return { kind: 'page', data, tags: [pageTags.registerEntry(entry.slug)] }
    }
    const [named] = isUuid(name) ? await findSlug(sql, { id: name }) : []
    return named ? { kind: 'redirect', to: href('event', { slug: named.slug }), status: 301 } : notFound('missing')
  } catch (problem) {
    log.error('event page failed', {}, problem)
    return { ...notFound('failed'), status: 503 }
  }
}

function notFound(state: 'missing' | 'failed') {
  return { kind: 'page', data: { state }, status: 404, tags: [] } satisfies Awaited<ReturnType<Loader<EventData>>>
}

function dataOf(
  entry: EntryRow,
  { brand, publicUrl, today }: { brand: Brand; publicUrl: string; today: string },
): EventData & { state: 'found' } {
  const { slug, title, date, time, description, category, status, number } = entry
  const action = actionOf(entry, brand.toursUrl)
  return {
    state: 'found',
    slug,
    number,
    title,
    organizer: entry.organiser,
    date,
    time,
    isPrivate: entry.event_type === 'private',
    isPast: date !== null && date < today,
    place: [entry.venue, ...addressLines(entry)],
    category,
    description,
    price: entry.price,
    attendees: entry.attendees,
    capacity: entry.capacity,
    image: entry.image_url,
    tone: entry.sector,
    images: entry.images,
    action,
    partners: entry.partners,
    isFeatured: entry.featured,
    isPro: entry.is_pro,
    landingPageUrl: entry.is_pro ? entry.landing_page_url : null,
    status,
    assured: assuredOf(entry),
    isGold: entry.gold_on !== null && isAccredited(entry.status),
    reason: entry.status_reason,
    validFrom: entry.valid_from,
    validUntil: entry.valid_until,
    history: entry.history.map(({ at, change, reason }) => ({ at: new Date(at).toISOString(), change, reason })),
    notes: entry.notes.map((note) => ({ ...note, at: new Date(note.at).toISOString() })),
    isDemonstration: entry.is_demo,
    jsonLd: [
      eventJsonLd(entry, publicUrl),
      breadcrumbJsonLd({ title, path: href('event', { slug }) }, publicUrl),
    ].filter((thing) => thing !== null),
    shareVersion: shareVersion({ ...entry, is_private: entry.event_type === 'private' }, brand),
  }
}

function addressLines({ address, city, county, postcode, country, venue }: EntryRow): string[] {
  const lines = [address, city, county, postcode, country].filter((line) => line !== '' && line !== venue)
  // An address typed as one line often ends with the city already.
  return lines.filter((line, index) => index === 0 || !lines[0]!.toLowerCase().includes(line.toLowerCase()))
}

export const event = handler({ load: loadEvent })
