import type { Brand } from '#brand.ts'
import { isDatabaseUnavailable } from '#database/database-problem.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { pickFields } from '#domain/pick-fields.ts'
import { answerFactsOf, answerHoldsUntil, nextDate } from '#domain/register-answer.ts'
import { isAccredited } from '#domain/register-status.ts'
import { actionOf, slugPattern, webcalAddress } from '#features/register/rules.ts'
import { shareVersion } from '#features/register/sharing/server/share-image.ts'
import { type PageData, page, redirect } from '#page/page.ts'
import { filePaths, href } from '#pages.ts'
import { shownProof } from '#wire/entry-proof.ts'
import { organiserPageOf } from '#wire/organiser-address.ts'
import { assuredOf } from './assurance-queries.ts'
import { breadcrumbJsonLd, certificationJsonLd, eventJsonLd } from './json-ld.ts'
import { type EntryRow, findEntry, findSlug } from './queries.ts'

/** Its id leads to its slug permanently. */
export const event = page('event', {
  load: async ({ params: { slug: name }, sql, now, services }) => {
    const { log, brand, env } = services
    if (!slugPattern.test(name)) return { state: 'missing' as const }
    try {
      const [entry] = await findEntry(sql.raw, { slug: name })
      if (entry) {
        // Loads a library that most pages do without.
        const { qrRows } = await import('#features/register/certificate/server/qr-code.ts')
        const proof = shownProof(await services.proofOf(entry.number))
        const hasCredential = (await services.credentialOf(entry.number)) !== null
        const shown = dataOf(entry, { brand, publicUrl: env.publicUrl, now })
        const qrCode = qrRows(env.publicUrl + href('verification', { number: entry.number }))
        return { state: 'found' as const, ...shown, proof, hasCredential, qrCode }
      }
      const [named] = isUuid(name) ? await findSlug(sql.raw, { id: name }) : []
      return named ? redirect(href('event', { slug: named.slug }), 301) : { state: 'missing' as const }
    } catch (problem) {
      // The whole site says that; this event was not cancelled.
      if (isDatabaseUnavailable(problem)) throw problem
      log.error('event page failed', {}, problem)
      return { state: 'failed' as const }
    }
  },
  status: ({ state }) => ({ found: null, missing: 404, failed: 503 })[state],
  tags: (data) => (data.state === 'found' ? [pageTags.registerEntry(data.slug)] : []),
  until: (data) => (data.state === 'found' ? answerHoldsUntil(data.facts) : null),
})

export type FoundEvent = Extract<PageData<typeof event>, { state: 'found' }>

function dataOf(entry: EntryRow, { brand, publicUrl, now }: { brand: Brand; publicUrl: string; now: Instant }) {
  const today = londonDay(new Date(now))
  const { slug, title, date, status } = entry
  const place = [entry.venue, ...addressLines(entry)]
  const address = publicUrl + href('event', { slug })
  return {
    ...pickFields(entry, 'slug', 'number', 'title', 'date', 'time', 'city', 'category', 'description', 'price'),
    ...pickFields(entry, 'attendees', 'capacity', 'imageUrl', 'images', 'partners', 'validFrom', 'notes', 'editions'),
    ...pickFields(entry, 'organiser', 'statusReason', 'isDemo', 'sector'),
    organiserPage: organiserPageOf(entry.organiserId, entry.organiser),
    isPrivate: entry.eventType === 'private',
    place,
    directions: entry.eventType === 'physical' ? directionsAddress({ ...entry, lines: place }) : null,
    action: actionOf(entry, brand.toursUrl),
    // Paid, and shown only while accredited.
    isFeatured: entry.featured && isAccredited(status),
    isPro: entry.isPro && isAccredited(status),
    landingPageUrl: entry.isPro ? entry.landingPageUrl : null,
    facts: answerFactsOf(entry, today),
    readAt: now,
    next: nextDate({ status, date, nextReviewOn: entry.nextReviewOn }, today),
    assured: assuredOf(entry),
    isGold: entry.goldOn !== null && isAccredited(entry.status),
    history: entry.history.map(({ at, change, reason }) => ({ at: new Date(at).toISOString(), change, reason })),
    address,
    calendar: webcalAddress(publicUrl, filePaths.eventCalendar(slug)),
    jsonLd: [
      eventJsonLd(entry, publicUrl),
      certificationJsonLd(entry, { brand, publicUrl }),
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

type Spot = { latitude: number | null; longitude: number | null; lines: string[] }

/** The way on OpenStreetMap: to the coordinates, or else to the postal address; null without either. */
export function directionsAddress({ latitude, longitude, lines }: Spot): string | null {
  const to = latitude !== null && longitude !== null ? `${latitude},${longitude}` : lines.filter(Boolean).join(', ')
  return to ? `https://www.openstreetmap.org/directions?to=${encodeURIComponent(to)}` : null
}
