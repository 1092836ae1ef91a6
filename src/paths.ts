export type Query = Record<string, string | number | boolean | null | undefined>

/** A path with its query; empty, null, undefined and false values are left out. */
export function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === '' || value === false) continue
    search.set(name, value === true ? '1' : String(value))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

const segment = encodeURIComponent

/** What a list of the register can be subscribed to as. */
export type FeedFormat = 'ics' | 'rss' | 'json'

/** Builders of page addresses. */
export const paths = {
  home: () => '/',
  about: () => '/about',
  standards: () => '/about#standards',
  listings: (query: Query = {}) => withQuery('/listings', query),
  database: (query: Query = {}) => withQuery('/database', query),
  apply: (query: Query = {}) => withQuery('/apply-accreditation', query),
  awards: () => '/awards',
  partners: () => '/partners',
  contact: () => '/contact',
  press: (query: Query = {}) => withQuery('/press', query),
  pressConfirmation: (token: string) => `/press/confirm/${segment(token)}`,
  pressUnsubscribe: (token: string) => `/press/unsubscribe/${segment(token)}`,
  mediaAssets: () => '/press#media-assets',
  privacy: () => '/privacy',
  cookies: () => '/cookies',
  complaints: (query: Query = {}) => withQuery('/complaints', query),
  events: (query: Query = {}) => withQuery('/events', query),
  event: (slug: string, query: Query = {}) => withQuery(`/events/${segment(slug)}`, query),
  quickApply: () => '/quickapply',
  boxing: (query: Query = {}) => withQuery('/boxing', query),
  webinar: (query: Query = {}) => withQuery('/webinar', query),
  applicationApproved: (query: Query = {}) => withQuery('/application-approved', query),
  preApproved: (query: Query = {}) => withQuery('/pre-approved', query),
  verifySearch: () => '/verify',
  verify: (number: string) => `/verify/${segment(number)}`,
  myApplications: (query: Query = {}) => withQuery('/my-applications', query),
  access: (query: Query = {}) => withQuery('/access', query),
  accessLink: (token: string) => `/access/${segment(token)}`,
  addressConfirmation: (token: string, query: Query = {}) => withQuery(`/confirm/${segment(token)}`, query),
  admin: () => '/admin',
  mailbox: (query: Query = {}) => withQuery('/admin/mailbox', query),
  mail: (id: string, query: Query = {}) => withQuery(`/admin/mailbox/${segment(id)}`, query),
  account: () => '/admin/account',
  secondFactor: (query: Query = {}) => withQuery('/admin/second-factor', query),
  signIn: (query: Query = {}) => withQuery('/admin/sign-in', query),
  answer: (token: string) => `/answer/${segment(token)}`,
  review: (id: string) => `/review/${segment(id)}`,
  booking: (token: string, query: Query = {}) => withQuery(`/booking/${segment(token)}`, query),
  checkout: () => '/checkout',
  listingCheckout: (appId: string, query: Query = {}) => withQuery(`/checkout/listing/${segment(appId)}`, query),
  listingCheckoutFallback: (query: Query = {}) => withQuery('/checkout/listing/fallback', query),
  awardUpsell: (appId: string) => `/upsell/award/${segment(appId)}`,
  marketingUpsell: (appId: string) => `/upsell/marketing/${segment(appId)}`,
  adsUpsell: (appId: string) => `/upsell/ads/${segment(appId)}`,
  accreditationSuccess: (query: Query = {}) => withQuery('/accreditation/success', query),
  funnelSuccess: (appId: string) => `/funnel/success/${segment(appId)}`,
  cover: (tone: string, seed: string) => `/covers/${segment(tone)}/${segment(seed)}.svg`,
  apiDocs: () => '/api',
  listingsFeed: (format: FeedFormat, query: Query = {}) => withQuery(`/listings.${format}`, query),
  eventsFeed: (format: FeedFormat, query: Query = {}) => withQuery(`/events.${format}`, query),
  eventCalendar: (slug: string) => `/events/${segment(slug)}.ics`,
  /** The picture for sharing an entry; `version` names what it shows, so that it can be kept for ever. */
  shareImage: (slug: string, version: string) => withQuery(`/events/${segment(slug)}.png`, { v: version }),
} as const
