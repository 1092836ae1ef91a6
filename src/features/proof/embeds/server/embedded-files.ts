import { createHash } from 'node:crypto'
import type { Brand } from '#brand.ts'
import { type SqlRunner, unprepared } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { answerHoldsUntil, answerWords } from '#domain/register-answer.ts'
import { isAccredited } from '#domain/register-status.ts'
import { shortened } from '#domain/shortened.ts'
import { dateAndTime, place } from '#domain/when-and-where.ts'
import { badgeSvg } from '#features/proof/badge/server/badge-svg.ts'
import { badgeFactsOf } from '#features/proof/badge/server.ts'
import { defaultLook, lookQuery, readLook, readTheme, type Theme } from '#features/register/badge-look.ts'
import { type CertificateRow, findTyped } from '#features/register/certificate/server/queries.ts'
import { filtered, type RegisterFilters } from '#features/register/server/filters.ts'
import { findNamedOrganiser } from '#features/register/server/queries.ts'
import { foundInOrder } from '#features/register/server/search-queries.ts'
import { readFeed } from '#features/register/sharing/server/load-feed.ts'
import { filePaths, href } from '#pages.ts'
import type { FileSite, PageOrResponse, ServeFile } from '#requests/file-route.ts'
import { organiserAddress, organiserId } from '#wire/organiser-address.ts'

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
    const [found] = organiser === null ? [] : await findNamedOrganiser(sql, { id: organiser })
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

export const maxBytes = 10_000
const maxRows = 8

const commonStyle =
  "*{box-sizing:border-box}body{margin:0;font:1rem/1.45 'Source Sans 3','Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;background:var(--g);color:var(--t)}main{padding:1rem;overflow-wrap:anywhere}h1{font-size:1.25rem;line-height:1.25;margin:0 0 .5rem}ul{list-style:none;margin:0;padding:0}li{padding:.625rem 0;border-top:1px solid var(--b)}p{margin:.125rem 0 0}li p{font-size:.9375rem;color:var(--m)}.y{color:var(--a);font-weight:600}a{color:var(--l);font-weight:600;display:inline-block;padding:.125rem 0}a:focus-visible{outline:3px solid var(--f);outline-offset:2px}.n{margin:.5rem 0}"
const light =
  ':root{color-scheme:light;--g:#fffdf8;--t:#14231b;--m:#505a51;--b:#e0d9c8;--l:#12553a;--a:#0c4029;--f:#8a5a00}'
const dark =
  ':root{color-scheme:dark;--g:#101c16;--t:#ece8db;--m:#aab7ac;--b:#2d4036;--l:#8fc1a5;--a:#b5d5c2;--f:#f0cf7a}'
const styles: Record<Theme, string> = {
  light: light + commonStyle,
  dark: dark + commonStyle,
  auto: `${light}@media(prefers-color-scheme:dark){${dark}}${commonStyle}`,
}

/** A style as a content security policy names it. */
const styleHash = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`
const embedStyleHashes = Object.values(styles).map(styleHash).join(' ')

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

type Embed = {
  heading: string
  /** Null when there is no such organiser. */
  rows: EmbeddedRow[] | null
  pageHref: string
  theme: Theme
}

/** No script; links open in the window around the frame. */
export function embedHtml(embed: Embed, brand: Pick<Brand, 'name'>): string {
  for (let rows = embed.rows?.slice(0, maxRows) ?? null; ; rows = rows!.slice(0, -1)) {
    const html = htmlOf({ ...embed, rows }, brand)
    // Long names in scripts of many bytes: fewer events rather than a page that is too large.
    if (!rows || rows.length === 0 || Buffer.byteLength(html) <= maxBytes) return html
  }
}

function htmlOf({ heading, rows, pageHref, theme }: Embed, { name }: Pick<Brand, 'name'>): string {
  const title = Bun.escapeHTML(heading)
  const list =
    rows && rows.length > 0
      ? `<ul>${rows.map(rowHtml).join('')}</ul>`
      : `<p class="n">${rows ? 'There are no such events at present.' : 'The register has no such organiser.'}</p>`
  const note = rows?.some((row) => row.isDemo) ? '<p class="n">Demonstration: these entries are invented.</p>' : ''
  return [
    `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${title}</title><base target="_top"><style>${styles[theme]}</style></head>`,
    `<body><main><h1>${title}</h1>${note}${list}`,
    `<p><a href="${Bun.escapeHTML(pageHref)}">See them in the register of the ${Bun.escapeHTML(name)}</a></p></main></body></html>`,
  ].join('')
}

function rowHtml(row: EmbeddedRow) {
  const { slug, title, date, isPrivate, venue, city, isPast } = row
  const when = dateAndTime({ date, isPrivate })
  const where = shortened(place(venue, city), 100)
  const facts = [when + (isPast ? ' (past)' : ''), where].filter(Boolean).join(' · ')
  const words = answerWords(row)
  const answer = isAccredited(row.status) ? `<span class="y">${words}</span>` : words
  return `<li><a href="${href('event', { slug })}">${Bun.escapeHTML(shortened(title, 120))}</a><p>${Bun.escapeHTML(facts)}</p><p>${answer}</p></li>`
}

type EmbeddedRow = Pick<CertificateRow, 'slug' | 'title' | 'date' | 'isPrivate' | 'venue' | 'city' | 'status'> &
  Pick<CertificateRow, 'assurance' | 'assuredOn' | 'validUntil' | 'isDemo'> & { isPast: boolean }

type EmbeddedList = { filters: RegisterFilters; organiser: number | null; today: string }

/** Up to eight upcoming entries, soonest first, and up to eight past ones, latest first. */
export const listEmbedded = (sql: SqlRunner, { filters: { q, ...filters }, organiser, today }: EmbeddedList) => {
  const where = [
    ...filtered(sql, filters, today),
    organiser === null ? sql`` : sql`and organiser_id = ${organiser}::int`,
  ]
  const next = sql`order by sort_on, id limit 8`
  const last = sql`order by sort_on desc, id desc limit 8`
  const upcoming = foundInOrder(sql, { q, today, where: [sql`and sort_on >= ${today}::date`, ...where], order: next })
  const past = foundInOrder(sql, { q, today, where: [sql`and sort_on < ${today}::date`, ...where], order: last })
  return unprepared(sql<EmbeddedRow[]>`
    select slug, title, starts_on as date, event_type = 'private' as "isPrivate", venue, city, register_status(status, valid_until) as status,
      assurance, assured_on as "assuredOn", valid_until as "validUntil", is_demo as "isDemo", sort_on < ${today}::date as "isPast"
    from ((select id from (${upcoming}) as next) union all (select id from (${past}) as last)) as found join register_entries using (id)
    order by "isPast", case when sort_on < ${today}::date then '9999-12-31'::date - sort_on end, sort_on, id`)
}
