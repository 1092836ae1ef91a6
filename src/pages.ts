import { parse } from 'regexparam'
import { matchRoute } from 'wouter'
import type { Permission } from './domain/permissions.ts'

export type FooterColumn = 'register' | 'accreditation' | 'authority' | 'rules'

/** What a table of pages says of one page. */
export type PageEntry<Under extends string = string> = {
  /** `:name` is a parameter: one part of the address, never empty. */
  path: string
  /**
   * Made for everybody alike: kept until its data changes, and known to search engines. Every other page is personal: made for each
   * request, `no-store` and `noindex`.
   */
  cache?: true
  /** Of a page that is kept: the names in a query that it reads. Other names are dropped before the page is looked for. */
  query?: readonly string[]
  /** Named in the sitemap. */
  sitemap?: true
  /** Its name in the header's navigation. */
  header?: string
  /** Its name in a column of the footer. */
  footer?: { [Column in FooterColumn]?: string }
  /** For those who are signed in and hold it; `anyone` on the ways into the admin area. */
  permission?: Permission | 'anyone'
  /** Its place in the admin area's navigation, with the address where its path has parameters; or the page under which it counts there. */
  nav?: { group: 'Work' | 'Money' | 'Site' | 'Admin area' | 'Account'; label: string; href?: string } | { under: Under }
}

const shown = { cache: true, sitemap: true } as const
/** Names by which a list of the register is narrowed. */
export const filterNames = ['q', 'city', 'category', 'verified', 'assurance', 'status', 'when', 'from', 'to'] as const

/**
 * Every page that visitors see: routes, `href`, sitemap, header, footer and tests read it (admin-pages.ts has the admin area's). Header and
 * footer name pages in this order.
 */
export const pages = {
  home: { path: '/', ...shown },
  about: { path: '/about', ...shown, query: ['criteria'], header: 'About', footer: { authority: 'About us' } },
  apply: {
    path: '/apply-accreditation',
    ...shown,
    query: ['continue', 'step', 'coupon'],
    header: 'Apply',
    footer: { accreditation: 'Apply for accreditation' },
  },
  applyAlias: { path: '/accreditation', cache: true, query: ['continue', 'step', 'coupon'] },
  quickApply: { path: '/quickapply', ...shown, footer: { accreditation: 'Quick apply' } },
  listings: {
    path: '/listings',
    ...shown,
    query: [...filterNames, 'sort', 'page', 'cursor'],
    header: 'Register',
    footer: { register: 'Register of accredited events' },
  },
  events: {
    path: '/events',
    ...shown,
    query: ['category', 'cursor', 'event'],
    footer: { register: 'Upcoming accredited events' },
  },
  event: { path: '/events/:slug', cache: true },
  map: { path: '/map', ...shown, query: filterNames, footer: { register: 'Map of events' } },
  city: { path: '/cities/:city', cache: true },
  organiser: { path: '/organisers/:organiser', cache: true, query: ['cursor'] },
  database: {
    path: '/database',
    ...shown,
    query: ['q', 'category', 'type', 'city', 'when', 'from', 'to', 'sort', 'page', 'cursor'],
    header: 'National Events Database',
    footer: { register: 'National Events Database' },
  },
  verify: { path: '/verify', ...shown, query: ['number'], footer: { register: 'Check a certificate' } },
  verification: { path: '/verify/:number', cache: true },
  log: { path: '/log', ...shown, footer: { register: 'Public log' } },
  logEntry: { path: '/log/entries/:number', cache: true },
  badge: { path: '/badge/:number', cache: true, query: ['size', 'theme'] },
  follow: { path: '/follow' },
  followConfirmation: { path: '/follow/confirm/:token' },
  following: { path: '/follow/mine/:token' },
  followStop: { path: '/follow/stop/:token' },
  awards: { path: '/awards', ...shown, header: 'Awards', footer: { register: 'Awards programme' } },
  prices: { path: '/prices', ...shown, footer: { accreditation: 'Prices and terms' } },
  howWeCount: { path: '/how-we-count', ...shown, footer: { authority: 'How we count' } },
  whoWeAre: { path: '/who-we-are', ...shown, footer: { authority: 'Who we are' } },
  myApplications: { path: '/my-applications', footer: { accreditation: 'My applications' } },
  changeApplication: { path: '/my-applications/:appId/change' },
  myApplication: { path: '/my-applications/:appId' },
  partners: { path: '/partners', ...shown, header: 'Partners', footer: { accreditation: 'Partners' } },
  press: { path: '/press', ...shown, query: ['asked'], header: 'Press', footer: { authority: 'Press and media' } },
  pressRelease: { path: '/press/:id', cache: true },
  pressConfirmation: { path: '/press/confirm/:token' },
  pressUnsubscribe: { path: '/press/unsubscribe/:token' },
  contact: { path: '/contact', ...shown, query: ['sent'], header: 'Contact', footer: { authority: 'Contact' } },
  privacy: { path: '/privacy', ...shown, footer: { rules: 'Privacy' } },
  cookies: { path: '/cookies', ...shown, footer: { rules: 'Cookies' } },
  complaints: { path: '/complaints', ...shown, query: ['received'], footer: { rules: 'Complaints' } },
  concerns: { path: '/concerns', ...shown, query: ['event', 'about'], footer: { rules: 'Report a concern' } },
  concern: { path: '/concerns/:token' },
  concernReply: { path: '/concerns/reply/:token' },
  appeal: { path: '/appeal/:appId' },
  boxing: { path: '/boxing', ...shown, query: ['reservation', 'reserve', 'guests', 'ticket'] },
  webinar: { path: '/webinar', ...shown, query: ['signed-up'] },
  apiDocs: { path: '/api', ...shown },
  data: { path: '/data', ...shown, footer: { register: 'Open data' } },
  developers: { path: '/developers', ...shown, footer: { register: 'For developers' } },
  apiKey: { path: '/developers/keys/:token' },
  webhooks: { path: '/webhooks', ...shown, query: ['asked'] },
  webhookEndpoints: { path: '/webhooks/:token' },
  webhookEndpoint: { path: '/webhooks/:token/:id' },
  applicationApproved: { path: '/application-approved' },
  preApproved: { path: '/pre-approved' },
  evidence: { path: '/evidence/:appId' },
  booking: { path: '/booking/:token' },
  answer: { path: '/answer/:token' },
  refusalAnswer: { path: '/refusal/:token' },
  access: { path: '/access' },
  accessLink: { path: '/access/:token' },
  addressConfirmation: { path: '/confirm/:token' },
  checkout: { path: '/checkout' },
  listingCheckoutFallback: { path: '/checkout/listing/fallback' },
  listingCheckout: { path: '/checkout/listing/:appId' },
  accreditationSuccess: { path: '/accreditation/success' },
  upsell: { path: '/upsell/:product/:appId' },
  funnelSuccess: { path: '/funnel/success/:appId' },
} as const satisfies Record<string, PageEntry>

/** Address of a page: `href('event', { slug }, query)`, or `href('listings', query)` of a page without parameters. */
export const href = hrefOf(pages)

/** Names of the parameters in a path. */
export type ParamOf<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamOf<`/${More}`>
    : Rest
  : never

export type Query = Record<string, string | number | boolean | null | undefined>

type HrefArguments<Path extends string> = [ParamOf<Path>] extends [never]
  ? [query?: Query]
  : [params: Record<ParamOf<Path>, string>, query?: Query]

/** What builds the addresses of one table's pages. */
export function hrefOf<Table extends Record<string, PageEntry>>(table: Table) {
  return <Id extends keyof Table>(id: Id, ...values: HrefArguments<Table[Id]['path']>): string => {
    const [first = {}, second]: readonly (Query | undefined)[] = values
    const { path } = table[id]!
    if (!path.includes(':')) return withQuery(path, first)
    return withQuery(
      path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(first[name]))),
      second,
    )
  }
}

/** A path with its query; empty, null, undefined and false values are left out. */
export function withQuery(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value || value === 0)
  if (given.length === 0) return path
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, value === true ? '1' : String(value)]))}`
}

/** An address with these names of a query: in their order, once each, and none that is empty. */
export function withNames(path: string, names: readonly string[], query: URLSearchParams): string {
  return withQuery(path, Object.fromEntries(names.map((name) => [name, query.get(name)])))
}

/** The page of a table that a path leads to, by wouter's matcher; the first that matches wins. */
export function pageAt<Id extends string>(table: Record<Id, Pick<PageEntry, 'path'>>, pathname: string) {
  for (const page of Object.keys(table) as Id[]) {
    const [matches, params] = matchRoute(parse, table[page].path, pathname)
    if (matches) return { page, params: params as Record<string, string | undefined> }
  }
  return null
}

/** What a list of the register can be subscribed to as. */
export type FeedFormat = 'ics' | 'rss' | 'json'
export type ChangesFormat = Exclude<FeedFormat, 'ics'>

/** Addresses of the files that stand beside pages. */
export const filePaths = {
  cover: (tone: string, seed: string) => `/covers/${encodeURIComponent(tone)}/${encodeURIComponent(seed)}.svg`,
  listingsFeed: (format: FeedFormat, query: Query = {}) => withQuery(`${href('listings')}.${format}`, query),
  eventsFeed: (format: FeedFormat, query: Query = {}) => withQuery(`${href('events')}.${format}`, query),
  eventCalendar: (slug: string) => `${href('event', { slug })}.ics`,
  /** An organiser's events to subscribe to; `address` is that of its page. */
  organiserCalendar: (address: string) => `${address}.ics`,
  /** Changes of what can be followed: an entry, an organiser, or what filters of the register find. */
  changesFeed: (format: ChangesFormat, query: Query = {}) => withQuery(`/changes.${format}`, query),
  /** The live badge of an entry; `look` is its size and theme. */
  badge: (number: string, look: Query = {}) => withQuery(`${href('badge', { number })}.svg`, look),
  /** A list of events for a frame on another site. */
  eventsEmbed: (query: Query = {}) => withQuery('/embed/events', query),
  /** The public log, and its files below that. */
  log: (path = '') => (path ? `/log/${path}` : '/log'),
  /** The credential of an entry, in each of its forms. */
  credential: (number: string, form: 'json' | 'jwt' | 'png' | 'svg') =>
    `/credentials/${encodeURIComponent(number)}.${form}`,
  /** A list of the credentials that are revoked or suspended. */
  statusList: (purpose: string, list: number) => `/credentials/status/${purpose}/${list}`,
  /** The issuer of credentials and its keys (did:web). */
  issuer: () => '/.well-known/did.json',
  /** A daily file of open data; `latest` leads to the newest day. */
  data: (day: string, name: string) => `${href('data')}/${day}/${name}`,
  /** The picture for sharing an entry; `version` names what it shows, so that it can be kept for ever. */
  shareImage: (slug: string, version: string) => withQuery(`${href('event', { slug })}.png`, { v: version }),
} as const
