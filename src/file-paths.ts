import { href, type Query, withQuery } from './pages.ts'

/** What a list of the register can be subscribed to as. */
export type FeedFormat = 'ics' | 'rss' | 'json'

/** Addresses of the files that stand beside pages. */
export const filePaths = {
  cover: (tone: string, seed: string) => `/covers/${encodeURIComponent(tone)}/${encodeURIComponent(seed)}.svg`,
  listingsFeed: (format: FeedFormat, query: Query = {}) => withQuery(`${href('listings')}.${format}`, query),
  eventsFeed: (format: FeedFormat, query: Query = {}) => withQuery(`${href('events')}.${format}`, query),
  eventCalendar: (slug: string) => `${href('event', { slug })}.ics`,
  /** The picture for sharing an entry; `version` names what it shows, so that it can be kept for ever. */
  shareImage: (slug: string, version: string) => withQuery(`${href('event', { slug })}.png`, { v: version }),
} as const
