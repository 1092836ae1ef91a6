import { createHash } from 'node:crypto'
import type { Cdn } from '#providers/cdn/cdn.ts'

export const everything = 'site'
/** On answers with more than `maxTags`; every purge names it. */
export const manyTags = 'many'
/** Announced when an older release's process ended, or one missed announcements. */
export const programChanged = 'program'

/** 1.3 KB at most: Cloudflare takes 16 KB, Varnish 8 KB. */
const maxTags = 100
/** Seconds, for a missed purge. */
const maxAge = 600
const whileRevalidating = 60
const ifError = 3600

type PublicAnswer = { tags: readonly string[]; contentType: string; headers?: Record<string, string | null> }

export type EdgeHeaders = NonNullable<ReturnType<typeof createEdgeHeaders>>

export function createEdgeHeaders(cdn: Cdn | null) {
  if (!cdn) return null
  return { of: headersOf, guard, tags: (tags: readonly string[]) => cdn.tagHeader(edgeTagsOf(tags)) }

  function headersOf({ tags, contentType, headers }: PublicAnswer, secondsLeft = maxAge): Record<string, string> {
    const isData = headers?.vary?.startsWith('accept,') && contentType.startsWith('application/json')
    if (isData && !cdn!.readsVary) return { 'cache-control': 'private, no-cache' }
    const named = cdn!.tagHeader(edgeTagsOf(tags))
    if (headers?.['cache-control']) return named
    const seconds = Math.max(0, Math.min(maxAge, Math.floor(secondsLeft)))
    // A page that has an end may not be shown after it.
    const stale = seconds < maxAge ? '' : `, stale-while-revalidate=${whileRevalidating}, stale-if-error=${ifError}`
    return {
      ...named,
      // Browsers would obey stale-while-revalidate as well, so only the CDN gets it.
      'cache-control': `public, max-age=0, s-maxage=${seconds}, must-revalidate`,
      [cdn!.controlHeader]: `max-age=${seconds}${stale}`,
    }
  }
}

/** `no-store` alone does not keep an answer from Fastly. */
function guard(headers: Headers): void {
  const control = headers.get('cache-control')
  if (headers.has('set-cookie') || !control) headers.set('cache-control', 'private, no-store')
  else if (!/\b(?:public|private)\b/.test(control)) headers.set('cache-control', `private, ${control}`)
}

export function edgeTagsOf(tags: readonly string[]): string[] {
  const all = [...new Set(tags)]
  return [everything, ...(all.length > maxTags ? [manyTags] : all.map(edgeTag))]
}

export function edgeTag(tag: string): string {
  if (/^[a-z-]{1,24}$/.test(tag)) return tag
  return `t-${createHash('sha256').update(tag).digest('base64url').slice(0, 10)}`
}
