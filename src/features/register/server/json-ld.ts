import { londonOffset } from '#domain/london-offset.ts'
import { isAccredited } from '#domain/register-status.ts'
import { filePaths, href } from '#pages.ts'
import { organiserPageOf } from '#wire/organiser-address.ts'
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
    ...(entry.capacity ? { maximumAttendeeCapacity: entry.capacity } : {}),
    ...(isAccredited(entry.status) ? { identifier: entry.number } : {}),
    url: absolute(href('event', { slug: entry.slug })),
  }
}

/** https://schema.org/BreadcrumbList, as the page itself shows it. */
export function breadcrumbJsonLd(
  { title, path }: { title: string; path: string },
  publicUrl: string,
): Record<string, unknown> {
  const crumbs = [
    ['Home', href('home')],
    ['Register', href('listings')],
    [title, path],
  ] as const
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(([name, address], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrl + address,
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
