import type { FeedFormat } from '#pages.ts'

export type SharedFile = { contentType: string; text: string; tags: string[]; headers?: Record<string, string> }

export const feedContentTypes: Record<FeedFormat, string> = {
  ics: 'text/calendar; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}
