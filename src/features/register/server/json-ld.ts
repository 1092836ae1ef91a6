import type { Brand } from '#brand.ts'
import { londonOffset } from '#domain/london-time.ts'
import { isAccredited } from '#domain/register-status.ts'
import { filePaths, href } from '#pages.ts'
import { organiserPageOf } from '#wire/organiser-address.ts'
import { crumbsTo } from '../rules.ts'
import type { EntryRow } from './queries.ts'

/** https://schema.org/Event; null without a date, which search engines require. Claims no ended accreditation. */
export function eventJsonLd(entry: EntryRow, publicUrl: string): Record<string, unknown> | null {
  if (!entry.date) return null
  const absolute = (address: string) => new URL(address, publicUrl).href
  const pictures = [entry.imageUrl ?? filePaths.cover(entry.sector, entry.slug), ...entry.images]
  const organiserPage = organiserPageOf(entry.organiserId, entry.organiser)
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: entry.title,
    startDate: entry.time ? `${entry.date}T${entry.time}:00${londonOffset(entry.date, entry.time)}` : entry.date,
    // The register has one day for an event, and calls it over after that day.
    endDate: entry.date,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: `https://schema.org/${entry.eventType === 'online' ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: locationOf(entry),
    image: pictures.map(absolute),
    ...(entry.description ? { description: entry.description } : {}),
    organizer: {
      '@type': 'Organization',
      name: entry.organiser,
      ...(organiserPage ? { url: absolute(organiserPage) } : {}),
    },
    ...priceOf(entry),
    ...(entry.capacity ? { maximumAttendeeCapacity: entry.capacity } : {}),
    ...(isAccredited(entry.status) ? { identifier: entry.number } : {}),
    url: absolute(href('event', { slug: entry.slug })),
  }
}

/** `price` is free text: only what it plainly says is passed on. */
function priceOf({ price, ticketUrl }: Pick<EntryRow, 'price' | 'ticketUrl'>): Record<string, unknown> {
  if (/^free( (entry|admission))?$/i.test(price)) return { isAccessibleForFree: true }
  const [, from, pounds] = /^(from )?£(\d{1,5}(?:\.\d\d)?)$/i.exec(price) ?? []
  if (!pounds) return {}
  const amount = from ? { '@type': 'AggregateOffer', lowPrice: pounds } : { '@type': 'Offer', price: pounds }
  return {
    isAccessibleForFree: false,
    offers: { ...amount, priceCurrency: 'GBP', ...(ticketUrl ? { url: ticketUrl } : {}) },
  }
}

type CertifiedEntry = Pick<
  EntryRow,
  'number' | 'slug' | 'title' | 'status' | 'validFrom' | 'validUntil' | 'assuredOn' | 'isDemo'
>

/** https://schema.org/Certification; null for what never was accredited. */
export function certificationJsonLd(
  { number, slug, title, status, validFrom, validUntil, assuredOn, isDemo }: CertifiedEntry,
  { brand, publicUrl }: { brand: Pick<Brand, 'name'>; publicUrl: string },
): Record<string, unknown> | null {
  if (status === 'listed' || status === 'refused') return null
  return {
    '@context': 'https://schema.org',
    '@type': 'Certification',
    '@id': `${publicUrl}${href('verification', { number })}#certification`,
    name: isDemo ? `Demonstration, no accreditation: ${number}` : `Accreditation ${number}`,
    certificationIdentification: number,
    certificationStatus: `https://schema.org/${isAccredited(status) ? 'CertificationActive' : 'CertificationInactive'}`,
    issuedBy: { '@type': 'Organization', '@id': `${publicUrl}/#organisation`, name: brand.name, url: `${publicUrl}/` },
    validFrom,
    ...(validUntil ? { expires: validUntil } : {}),
    ...(assuredOn ? { auditDate: assuredOn } : {}),
    about: { '@type': 'Event', name: title, url: publicUrl + href('event', { slug }) },
    url: publicUrl + href('verification', { number }),
  }
}

/** https://schema.org/BreadcrumbList, as the page itself shows it. */
export function breadcrumbJsonLd(
  { title, path }: { title: string; path: string },
  publicUrl: string,
): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbsTo(title, path).map(({ label, href: address }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: `${publicUrl}${address}`,
    })),
  }
}

function locationOf(entry: EntryRow) {
  if (entry.eventType === 'online') return { '@type': 'VirtualLocation', url: entry.websiteUrl ?? '' }
  const parts = {
    streetAddress: entry.address,
    addressLocality: entry.city,
    addressRegion: entry.county,
    postalCode: entry.postcode,
  }
  const known = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''))
  return {
    '@type': 'Place',
    name: entry.venue || entry.city,
    address: { '@type': 'PostalAddress', ...known, addressCountry: 'GB' },
  }
}
