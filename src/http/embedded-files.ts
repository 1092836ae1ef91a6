import { createHash } from 'node:crypto'
import { loadBadge } from '../features/proof/badge/server/load-badge.ts'
import type { Services } from '../requests/services.ts'
import { otherMethod, readMethods } from './methods.ts'
import type { Made } from './page-cache.ts'
import type { Security } from './security.ts'
import type { PageServer } from './serve-page.ts'

const badgePath = /^\/badge\/([^/]{1,60})\.svg$/

/** A cache between us and a reader may keep it for a minute, and may not use it any longer without asking. */
const aMinute = 'public, max-age=60, s-maxage=60, must-revalidate'

/** Answers what other sites show of ours: the live badges. They are the same for everybody, and tell us nothing about who reads them. */
export function createEmbeddedFiles({
  services,
  security,
  pages,
}: {
  services: Services
  security: Security
  pages: Pick<PageServer, 'answerOrMake'>
}) {
  /** The file at an address, or null when there is none. */
  return async function serve(request: Request, reference: string): Promise<Response | null> {
    const { pathname, searchParams } = new URL(request.url)
    const [, number] = badgePath.exec(pathname) ?? []
    if (!number) return null
    return (
      otherMethod(request, readMethods, security.headers, reference) ??
      (await pages.answerOrMake(request, reference, () => badge(number, searchParams)))
    )
  }

  async function badge(number: string, query: URLSearchParams): Promise<Made> {
    const made = await loadBadge(number, query, services)
    const open = { 'cache-control': aMinute, 'cross-origin-resource-policy': 'cross-origin' }
    if (made.kind === 'moved') {
      return {
        response: new Response(null, { status: 308, headers: { ...security.headers, ...open, location: made.to } }),
      }
    }
    const headers = {
      ...open,
      // As an address of its own: nothing in it runs, and no other site may frame it.
      'content-security-policy': `default-src 'none'; style-src ${hashOf(made.style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`,
      'referrer-policy': 'no-referrer',
    }
    if (made.kind === 'unknown') {
      const all = { ...security.headers, ...headers, 'content-type': svgType }
      return { response: new Response(made.svg, { status: 404, headers: all }) }
    }
    const until = made.until ? { until: Date.parse(made.until) } : {}
    const body = new TextEncoder().encode(made.svg)
    return { page: { contentType: svgType, body, tags: made.tags, headers, ...until } }
  }
}

const svgType = 'image/svg+xml; charset=utf-8'

/** A style of ours as a content security policy names it. */
function hashOf(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}
