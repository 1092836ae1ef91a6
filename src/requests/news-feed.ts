import type { Brand } from '#brand.ts'
import { xmlText } from '#domain/xml-text.ts'

type Site = { brand: Brand; publicUrl: string }

type News = { name: string; description: string; pageHref: string; feedHref: string }

export type NewsItem = {
  id: string
  href: string
  title: string
  text: string
  publishedAt: string
  changedAt: string
  category: string
  author: string
  register: Record<string, unknown>
}

/** RSS 2.0 (https://www.rssboard.org/rss-specification), with its own address as in Atom. */
export function rssFeed(feed: News, items: NewsItem[], { brand, publicUrl }: Site): string {
  const item = (news: NewsItem) =>
    element('item', [
      element('title', xmlText(news.title)),
      element('link', xmlText(publicUrl + news.href)),
      `<guid isPermaLink="false">${xmlText(news.id)}</guid>`,
      element('pubDate', new Date(news.publishedAt).toUTCString()),
      element('category', xmlText(news.category)),
      element('description', xmlText(news.text)),
    ])
  const channel = element('channel', [
    element('title', xmlText(`${feed.name} – ${brand.name}`)),
    element('link', xmlText(publicUrl + feed.pageHref)),
    `<atom:link href="${xmlText(publicUrl + feed.feedHref)}" rel="self" type="application/rss+xml"/>`,
    element('description', feed.description),
    element('language', 'en-gb'),
    ...items.map(item),
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">${channel}</rss>\n`
}

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function jsonFeed(feed: News, items: NewsItem[], { brand, publicUrl }: Site): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: `${feed.name} – ${brand.name}`,
    home_page_url: publicUrl + feed.pageHref,
    feed_url: publicUrl + feed.feedHref,
    description: feed.description,
    icon: `${publicUrl}/icon-512.png`,
    language: 'en-GB',
    authors: [{ name: brand.name, url: publicUrl }],
    items: items.map((news) => ({
      id: news.id,
      url: publicUrl + news.href,
      title: news.title,
      content_text: news.text,
      date_published: news.publishedAt,
      date_modified: news.changedAt,
      authors: [{ name: news.author }],
      tags: [news.category],
      _register: news.register,
    })),
  })
}

function element(name: string, content: string | string[]): string {
  return `<${name}>${typeof content === 'string' ? content : content.join('')}</${name}>`
}
