import type { Instant } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { answerHoldsUntil } from '#domain/register-answer.ts'
import { badgeSvg } from '#features/proof/badge/server/badge-svg.ts'
import { badgeFactsOf } from '#features/proof/badge/server.ts'
import { defaultLook, lookQuery, readLook, readTheme } from '#features/register/badge-look.ts'
import { findTyped } from '#features/register/certificate/server/queries.ts'
import { readFeed } from '#features/register/sharing/server/read-feed.ts'
import { filePaths, href } from '#pages.ts'
import type { FileSite, PageOrResponse, ServeFile } from '#requests/file-route.ts'
import { organiserAddress, organiserId } from '#wire/organiser-address.ts'
import { embedHtml, embedStyleHashes, styleHash } from './embed-html.ts'
import { listEmbedded } from './queries.ts'

const badgePath = /^\/badge\/([^/]{1,60})\.svg$/

/** A cache may keep it for a minute and must then ask. */
const aMinute = 'public, max-age=60, s-maxage=60, must-revalidate'

const common = { 'cache-control': aMinute, 'referrer-policy': 'no-referrer' }

/** The same for everybody, and it tells us nothing about readers. */
export function createEmbeddedFiles({ reading, headers: siteHeaders, otherMethod, answerOrMake }: FileSite): ServeFile {
  return async function serve(asked) {
    const { pathname, searchParams } = asked.url
    const [, number] = badgePath.exec(pathname) ?? []
    if (!number && pathname !== filePaths.eventsEmbed()) return null
    const make = () => (number ? badge(number, searchParams) : embed(searchParams))
    return otherMethod(asked) ?? (await answerOrMake(asked, make))
  }

  async function badge(typed: string, query: URLSearchParams): Promise<PageOrResponse> {
    const { sql, brand, now } = reading
    const look = readLook(query)
    const row = await findTyped(sql, typed)
    // Another spelling: caches can keep one address for each badge.
    const address = row && filePaths.badge(row.number, lookQuery(look))
    if (address && filePaths.badge(typed) + (query.size > 0 ? `?${query}` : '') !== address) return moved(address)
    const entry = row ? badgeFactsOf(row, now()) : null
    const { svg, style } = badgeSvg(entry, look, brand)
    const headers = {
      ...common,
      'cross-origin-resource-policy': 'cross-origin',
      // Of no use to a picture, and each header costs the busiest answer some time.
      'permissions-policy': null,
      'cross-origin-opener-policy': null,
      'referrer-policy': null,
      // Everybody gets the same bytes (serve-page.ts).
      vary: null,
      etag: null,
      // Nothing in it runs, and no other site may frame it.
      'content-security-policy': `default-src 'none'; style-src ${styleHash(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`,
    }
    const shown = row && entry && { tags: [pageTags.registerEntry(row.slug)], until: answerHoldsUntil(entry.facts) }
    return answerOf(shown, svg, svgType, headers)
  }

  /** Without a status in the query, accredited events alone. */
  async function embed(query: URLSearchParams): Promise<PageOrResponse> {
    const { sql, brand, now } = reading
    const theme = readTheme(query)
    const { name, filters } = readFeed('listings', 'json', query)
    const typed = query.get('organiser') ?? ''
    const organiser = organiserId(typed)
    const asked = { ...filters, organiser: organiser ?? typed, theme: theme === defaultLook.theme ? null : theme }
    const address = filePaths.eventsEmbed(asked)
    if (filePaths.eventsEmbed() + (query.size > 0 ? `?${query}` : '') !== address) return moved(address)
    const listedFilters = { ...filters, verified: filters.verified || filters.status === '' }
    const [found] =
      organiser === null
        ? []
        : await sql<{ id: number; name: string }[]>`
            select id, name from register_organisers as o
            where id = ${organiser}::int and exists (select from register_entries as e where e.organiser_id = o.id)`
    if (typed && !found) {
      const html = embedHtml({ heading: 'Accredited events', rows: null, pageHref: href('listings'), theme }, brand)
      return answerOf(null, html, htmlType, embedHeaders)
    }
    const rows = await listEmbedded(sql, { filters: listedFilters, organiser, today: londonDay(now()) })
    const heading = found ? `Accredited events of ${found.name}` : name.replace('Register of accredited', 'Accredited')
    const pageHref = found ? organiserAddress(found) : href('listings', listedFilters)
    const ends = rows.flatMap(({ validUntil: end }) => (end !== null && Date.parse(end) > now().getTime() ? [end] : []))
    const tags = [organiser === null ? pageTags.register : pageTags.registerOrganiser(organiser)]
    const html = embedHtml({ heading, rows, pageHref, theme }, brand)
    return answerOf({ tags, until: ends.sort()[0] ?? null }, html, htmlType, embedHeaders)
  }

  function moved(to: string): PageOrResponse {
    return { response: new Response(null, { status: 308, headers: { ...siteHeaders, ...common, location: to } }) }
  }

  /** `shown`: null for a 404; `until`: when it stops being true without a change. */
  function answerOf(
    shown: { tags: string[]; until: Instant | null } | null | undefined,
    text: string,
    contentType: string,
    headers: Record<string, string | null>,
  ): PageOrResponse {
    if (!shown) {
      const all = Object.entries({ ...siteHeaders, ...headers, 'content-type': contentType })
      const sent = all.filter((header): header is [string, string] => header[1] !== null)
      return { response: new Response(text, { status: 404, headers: sent }) }
    }
    const until = shown.until ? { until: Date.parse(shown.until) } : {}
    return { page: { contentType, body: new TextEncoder().encode(text), tags: shown.tags, headers, ...until } }
  }
}

const svgType = 'image/svg+xml; charset=utf-8'
const htmlType = 'text/html; charset=utf-8'
const embedHeaders = {
  ...common,
  // The one page that any site may frame: nothing in it runs or can be sent.
  'content-security-policy': `default-src 'none'; style-src ${embedStyleHashes}; base-uri 'none'; form-action 'none'; frame-ancestors *`,
  'x-frame-options': null,
  // Its events have pages of their own for search engines.
  'x-robots-tag': 'noindex',
}
