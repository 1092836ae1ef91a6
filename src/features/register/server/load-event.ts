import type { Brand } from '#brand.ts'
import { isDatabaseUnavailable } from '#database/is-unavailable.ts'
import { directionsAddress } from '#domain/directions.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { answerFactsOf, answerHoldsUntil, nextDate } from '#domain/register-answer.ts'
import { isAccredited } from '#domain/register-status.ts'
import { actionOf, slugPattern, webcalAddress } from '#features/register/rules.ts'
import { shareVersion } from '#features/register/sharing/server/share-version.ts'
import { filePaths, href } from '#pages.ts'
import { type KeptLoader, keptHandler } from '#requests/page-loader.ts'
import type { FoundProof } from '#wire/entry-proof.ts'
import { organiserPageOf } from '#wire/organiser-address.ts'
import type { EventData } from '../event-data.ts'
import { assuredOf } from './assured-of.ts'
import { breadcrumbJsonLd, eventJsonLd } from './json-ld.ts'
import { type EntryRow, findEntry, findSlug } from './queries.ts'

/** An entry's own page. Its id leads to its slug for good; what is not there is a 404 with a way back. */
const loadEvent: KeptLoader<EventData> = async ({ params, services }) => {
  const { sql, log, brand, env, now } = services
  const name = params.slug ?? ''
  if (!slugPattern.test(name)) return notFound('missing')
  try {
    const [entry] = await findEntry(sql, { slug: name })
    if (entry) {
      // With its library, which most pages do without.
      const { qrRows } = await import('#features/register/certificate/server/qr-rows.ts')
      const signed = {
        proof: await services.proofOf(entry.number),
        hasCredential: (await services.credentialOf(entry.number)) !== null,
      }
      const data = dataOf(entry, { brand, publicUrl: env.publicUrl, now: now(), qrRows, signed })
      return {
        kind: 'page',
        data,
        tags: [pageTags.registerEntry(entry.slug)],
        until: answerHoldsUntil(data.facts),
      }
    }
    const [named] = isUuid(name) ? await findSlug(sql, { id: name }) : []
    return named ? { kind: 'redirect', to: href('event', { slug: named.slug }), status: 301 } : notFound('missing')
  } catch (problem) {
    // The whole site says that, and not that this event might have been cancelled.
    if (isDatabaseUnavailable(problem)) throw problem
    log.error('event page failed', {}, problem)
    return { ...notFound('failed'), status: 503 }
  }
}

function notFound(state: 'missing' | 'failed') {
  return { kind: 'page', data: { state }, status: 404, tags: [] } satisfies Awaited<ReturnType<KeptLoader<EventData>>>
}

function dataOf(
  entry: EntryRow,
  {
    brand,
    publicUrl,
    now,
    qrRows,
    signed,
  }: {
    brand: Brand
    publicUrl: string
    now: Date
    qrRows: (text: string) => string[]
    signed: { proof: FoundProof; hasCredential: boolean }
  },
): EventData & { state: 'found' } {
  const today = londonDay(now)
  const { slug, title, date, time, description, category, status, number } = entry
  const place = [entry.venue, ...addressLines(entry)]
  const address = publicUrl + href('event', { slug })
  return {
    state: 'found',
    slug,
    number,
    title,
    organizer: entry.organiser,
    organiserPage: organiserPageOf(entry.organiserId, entry.organiser),
    date,
    time,
    isPrivate: entry.eventType === 'private',
    place,
    city: entry.city,
    directions: entry.eventType === 'physical' ? directionsAddress({ ...entry, lines: place }) : null,
    category,
    description,
    price: entry.price,
    attendees: entry.attendees,
    capacity: entry.capacity,
    image: entry.imageUrl,
    tone: entry.sector,
    images: entry.images,
    action: actionOf(entry, brand.toursUrl),
    partners: entry.partners,
    // Paid, and so shown of what is accredited alone.
    isFeatured: entry.featured && isAccredited(status),
    isPro: entry.isPro && isAccredited(status),
    landingPageUrl: entry.isPro ? entry.landingPageUrl : null,
    facts: answerFactsOf(entry, today),
    readAt: now.toISOString(),
    next: nextDate({ status, date, nextReviewOn: entry.nextReviewOn }, today),
    assured: assuredOf(entry),
    isGold: entry.goldOn !== null && isAccredited(entry.status),
    reason: entry.statusReason,
    validFrom: entry.validFrom,
    history: entry.history.map(({ at, change, reason }) => ({ at: new Date(at).toISOString(), change, reason })),
    notes: entry.notes.map((note) => ({ ...note, at: new Date(note.at).toISOString() })),
    isDemonstration: entry.isDemo,
    ...signed,
    address,
    calendar: webcalAddress(publicUrl, filePaths.eventCalendar(slug)),
    qrCode: qrRows(publicUrl + href('verification', { number })),
    jsonLd: [
      eventJsonLd(entry, publicUrl),
      breadcrumbJsonLd({ title, path: href('event', { slug }) }, publicUrl),
    ].filter((thing) => thing !== null),
    shareVersion: shareVersion({ ...entry, isPrivate: entry.eventType === 'private' }, brand),
  }
}

function addressLines({ address, city, county, postcode, country, venue }: EntryRow): string[] {
  const lines = [address, city, county, postcode, country].filter((line) => line !== '' && line !== venue)
  // An address typed as one line often ends with the city already.
  return lines.filter((line, index) => index === 0 || !lines[0]!.toLowerCase().includes(line.toLowerCase()))
}

export const event = keptHandler({ load: loadEvent })
