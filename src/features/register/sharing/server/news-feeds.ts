import type { Brand } from '../../../../brand.ts'
import { isAccredited } from '../../../../domain/register-status.ts'
import { href } from '../../../../pages.ts'
import { entryText, xmlText } from './entry-text.ts'
import type { SharedRow } from './queries.ts'
import type { Feed } from './read-feed.ts'

type Site = { brand: Brand; publicUrl: string }

const description = 'New entries in the public register.'

/** A list's newest entries as RSS 2.0 (https://www.rssboard.org/rss-specification), naming its own address as Atom does. */
export function rssFeed(feed: Feed, rows: SharedRow[], { brand, publicUrl }: Site): string {
  const item = (row: SharedRow) =>
    element('item', [
      element('title', xmlText(row.title)),
      element('link', xmlText(publicUrl + href('event', { slug: row.slug }))),
      `<guid isPermaLink="false">urn:uuid:${row.id}</guid>`,
      element('pubDate', new Date(row.publishedAt).toUTCString()),
      element('category', xmlText(row.category)),
      element('description', xmlText(entryText(row))),
    ])
  const channel = element('channel', [
    element('title', xmlText(`${feed.name} – ${brand.name}`)),
    element('link', xmlText(publicUrl + feed.pageHref)),
    `<atom:link href="${xmlText(publicUrl + feed.feedHref)}" rel="self" type="application/rss+xml"/>`,
    element('description', description),
    element('language', 'en-gb'),
    ...rows.map(item),
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">${channel}</rss>\n`
}

/** A list's newest entries as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function jsonFeed(feed: Feed, rows: SharedRow[], { brand, publicUrl }: Site): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: `${feed.name} – ${brand.name}`,
    home_page_url: publicUrl + feed.pageHref,
    feed_url: publicUrl + feed.feedHref,
    description,
    icon: `${publicUrl}/icon-512.png`,
    language: 'en-GB',
    authors: [{ name: brand.name, url: publicUrl }],
    items: rows.map((row) => ({
      id: `urn:uuid:${row.id}`,
      url: publicUrl + href('event', { slug: row.slug }),
      title: row.title,
      content_text: entryText(row),
      date_published: row.publishedAt,
      date_modified: row.updatedAt,
      authors: [{ name: row.organiser }],
      tags: [row.category],
      // An extension, as the format allows by a name that begins so.
      _register: {
        status: row.status,
        accredited: isAccredited(row.status),
        assurance: row.assurance,
        assuredOn: row.assuredOn,
        nextReviewOn: row.nextReviewOn,
      },
    })),
  })
}

function element(name: string, content: string | string[]): string {
  return `<${name}>${typeof content === 'string' ? content : content.join('')}</${name}>`
}
