import { parse } from 'regexparam'
import { matchRoute } from 'wouter'
import type { Permission } from './domain/permissions.ts'

export type FooterColumn = 'register' | 'accreditation' | 'authority' | 'rules'

export type PageEntry<Under extends string = string> = {
  /** A parameter `:name` is one part of the address, never empty. */
  path: string
  /** The same for everybody: kept until its data changes, and indexed. Other pages are personal: made for each request, `no-store` and `noindex`. */
  cache?: true
  /** Names in the query of a cached page; others are dropped first. */
  query?: readonly string[]
  sitemap?: true
  header?: string
  footer?: { [Column in FooterColumn]?: string }
  permission?: Permission | 'anyone'
  /** Its group and what it is called there, with `href` where its path has parameters; `under` names the page that it counts under. */
  nav?:
    | ({ [Group in 'Work' | 'Money' | 'Site' | 'Admin area' | 'Account']?: string } & { href?: string })
    | { under: Under }
}

const shown = { cache: true, sitemap: true } as const
export const filterNames = ['q', 'city', 'category', 'verified', 'assurance', 'status', 'when', 'from', 'to'] as const

/** Header and footer follow this order; admin-pages.ts has the admin area's pages. */
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
    query: [...filterNames, 'filters', 'sort', 'page', 'cursor'],
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
  log: { path: '/log', ...shown, query: ['change', 'year', 'page'], footer: { register: 'Public log' } },
  logWatch: { path: '/log/watch', ...shown },
  logEntry: { path: '/log/entries/:number', cache: true },
  badge: { path: '/badge/:number', cache: true, query: ['size', 'theme'] },
  follow: { path: '/follow' },
  followConfirmation: { path: '/follow/confirm/:token' },
  following: { path: '/follow/mine/:token' },
  followStop: { path: '/follow/stop/:token' },
  awards: { path: '/awards', ...shown, header: 'Awards', footer: { register: 'Awards programme' } },
  prices: { path: '/prices', ...shown, footer: { accreditation: 'Prices and terms' } },
  howWeCount: { path: '/how-we-count', ...shown, footer: { authority: 'How we count' } },
  afterTheEvent: { path: '/after-the-event', ...shown, footer: { accreditation: 'After the event' } },
  whoWeAre: { path: '/who-we-are', ...shown, footer: { authority: 'Who we are' } },
  myApplications: { path: '/my-applications', footer: { accreditation: 'My applications' } },
  changeApplication: { path: '/my-applications/:appId/change' },
  confirmFacts: { path: '/my-applications/:appId/confirm' },
  myApplication: { path: '/my-applications/:appId' },
  partners: { path: '/partners', ...shown, header: 'Partners', footer: { accreditation: 'Partners' } },
  press: { path: '/press', ...shown, query: ['asked'], header: 'Press', footer: { authority: 'Press and media' } },
  pressRelease: { path: '/press/:id', cache: true },
  pressConfirmation: { path: '/press/confirm/:token' },
  pressUnsubscribe: { path: '/press/unsubscribe/:token' },
  contact: { path: '/contact', ...shown, query: ['sent'], header: 'Contact', footer: { authority: 'Contact' } },
  privacy: { path: '/privacy', ...shown, footer: { rules: 'Privacy' } },
  cookies: { path: '/cookies', ...shown, footer: { rules: 'Cookies' } },
  accessibility: { path: '/accessibility', ...shown, footer: { rules: 'Accessibility' } },
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

/** `href('event', { slug }, query)`, or `href('listings', query)` without parameters. */
export const href = hrefOf(pages)

export type ParamOf<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamOf<`/${More}`>
    : Rest
  : never

export type Query = Record<string, string | number | boolean | null | undefined>

type HrefArguments<Path extends string> = [ParamOf<Path>] extends [never]
  ? [query?: Query]
  : [params: Record<ParamOf<Path>, string>, query?: Query]

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

export function withQuery(path: string, query: Query = {}): string {
  let given = ''
  for (const name in query) {
    const value = query[name]
    if (value || value === 0)
      given += `${given ? '&' : '?'}${inQuery(name)}=${inQuery(value === true ? '1' : String(value))}`
  }
  return path + given
}

/** A page has dozens of addresses, and most values need no encoding. */
function inQuery(value: string): string {
  return /^[\w.*-]*$/.test(value) ? value : new URLSearchParams([['', value]]).toString().slice(1)
}

export function withNames(path: string, names: readonly string[], query: URLSearchParams): string {
  return withQuery(path, Object.fromEntries(names.map((name) => [name, query.get(name)])))
}

/** By wouter's matcher; the first that matches wins. */
export function pageAt<Id extends string>(table: Record<Id, Pick<PageEntry, 'path'>>, pathname: string) {
  for (const page of Object.keys(table) as Id[]) {
    const [matches, params] = matchRoute(parse, table[page].path, pathname)
    if (matches) return { page, params: params as Record<string, string | undefined> }
  }
  return null
}

export type FeedFormat = 'ics' | 'rss' | 'json'
export type ChangesFormat = Exclude<FeedFormat, 'ics'>

export const filePaths = {
  paymentDocument: (id: string) => `/documents/${id}`,
  cover: (tone: string, seed: string) => `/covers/${encodeURIComponent(tone)}/${encodeURIComponent(seed)}.svg`,
  listingsFeed: (format: FeedFormat, query: Query = {}) => withQuery(`${href('listings')}.${format}`, query),
  eventsFeed: (format: FeedFormat, query: Query = {}) => withQuery(`${href('events')}.${format}`, query),
  eventCalendar: (slug: string) => `${href('event', { slug })}.ics`,
  organiserCalendar: (address: string) => `${address}.ics`,
  changesFeed: (format: ChangesFormat, query: Query = {}) => withQuery(`/changes.${format}`, query),
  badge: (number: string, look: Query = {}) => withQuery(`${href('badge', { number })}.svg`, look),
  eventsEmbed: (query: Query = {}) => withQuery('/embed/events', query),
  log: (path = '') => (path ? `/log/${path}` : '/log'),
  credential: (number: string, form: 'json' | 'jwt' | 'png' | 'svg' | 'tlog-proof') =>
    `/credentials/${encodeURIComponent(number)}.${form}`,
  statusList: (purpose: string, list: number) => `/credentials/status/${purpose}/${list}`,
  issuer: () => '/.well-known/did.json',
  data: (day: string, name: string) => `${href('data')}/${day}/${name}`,
  /** `version` names what it shows, so that it can be kept permanently. */
  shareImage: (slug: string, version: string) => withQuery(`${href('event', { slug })}.png`, { v: version }),
} as const
