import { createHash } from 'node:crypto'
import type { Cdn } from '#providers/cdn/cdn.ts'

/** On every answer that a CDN keeps. */
export const everything = 'site'
/** On an answer that is made of more than `maxTags`, and named by every purge. */
export const manyTags = 'many'
/** Announced when answers of the edge are to go though no data changed: a process of an older release ended, or one missed announcements. */
export const programChanged = 'program'

/** Of one answer: a header of at most 1.3 KB. Cloudflare takes 16 KB, Varnish 8 KB. */
const maxTags = 100
/** How long the edge may keep a page that nobody purges, in seconds: for a purge that was missed in spite of everything. */
const maxAge = 600
/** For how long it may answer with an older one while it asks for a new one, and while the site does not answer. */
const whileRevalidating = 60
const ifError = 3600

/** What an answer is made of, as the page cache keeps it. */
type Kept = { tags: readonly string[]; contentType: string; headers?: Record<string, string | null> }

export type EdgeHeaders = {
  /**
   * Headers for the CDN. An answer with a rule of its own keeps it and only names its tags.
   *
   * @param secondsLeft until it is made anew whatever happens, if that is known.
   */
  of: (page: Kept, secondsLeft?: number) => Record<string, string>
  /** Keeps an answer that is not public from the edge, whatever it is: `no-store` alone does not keep it from Fastly. */
  guard: (headers: Headers) => void
  /** Names the tags of an answer that is not kept here. */
  tags: (tags: readonly string[]) => Record<string, string>
}

/** Headers that let a CDN keep public answers; none where there is no CDN. */
export function createEdgeHeaders(cdn: Cdn | null): EdgeHeaders | null {
  if (!cdn) return null
  return { of: headersOf, guard, tags: (tags) => cdn.tagHeader(edgeTagsOf(tags)) }

  function headersOf({ tags, contentType, headers }: Kept, secondsLeft = maxAge): Record<string, string> {
    const isData = headers?.vary?.startsWith('accept,') && contentType.startsWith('application/json')
    if (isData && !cdn!.readsVary) return { 'cache-control': 'private, no-cache' }
    const named = cdn!.tagHeader(edgeTagsOf(tags))
    if (headers?.['cache-control']) return named
    const seconds = Math.max(0, Math.min(maxAge, Math.floor(secondsLeft)))
    // A page that has an end may not be shown after it.
    const stale = seconds < maxAge ? '' : `, stale-while-revalidate=${whileRevalidating}, stale-if-error=${ifError}`
    return {
      ...named,
      // Browsers ask each time, as they do without a CDN. They would obey stale-while-revalidate as well, so that is said to the CDN alone.
      'cache-control': `public, max-age=0, s-maxage=${seconds}, must-revalidate`,
      [cdn!.controlHeader]: `max-age=${seconds}${stale}`,
    }
  }
}

function guard(headers: Headers): void {
  const control = headers.get('cache-control')
  if (headers.has('set-cookie') || !control) headers.set('cache-control', 'private, no-store')
  else if (!/\b(?:public|private)\b/.test(control)) headers.set('cache-control', `private, ${control}`)
}

/** Tags of data (`pageTags`) as an answer names them: short, and nothing to be read in them. */
export function edgeTagsOf(tags: readonly string[]): string[] {
  const all = [...new Set(tags)]
  return [everything, ...(all.length > maxTags ? [manyTags] : all.map(edgeTag))]
}

/** Words of ours as they are; what names a city, an entry or an organiser as 60 bits of its hash. */
export function edgeTag(tag: string): string {
  if (/^[a-z-]{1,24}$/.test(tag)) return tag
  return `t-${createHash('sha256').update(tag).digest('base64url').slice(0, 10)}`
}
