/** Every page: its id and the pattern of its path. The first pattern that matches wins. */
export const pagePatterns = {
  home: '/',
  about: '/about',
  listings: '/listings',
  database: '/database',
  apply: '/apply-accreditation',
  applyAlias: '/accreditation',
  awards: '/awards',
  partners: '/partners',
  contact: '/contact',
  press: '/press',
  events: '/events',
  event: '/events/:slug',
  quickApply: '/quickapply',
  boxing: '/boxing',
  webinar: '/webinar',
  applicationApproved: '/application-approved',
  preApproved: '/pre-approved',
  verify: '/verify',
  verification: '/verify/:number',
  access: '/access',
  accessLink: '/access/:token',
  signIn: '/admin/sign-in',
  review: '/review/:id',
  booking: '/booking/:token',
  checkout: '/checkout',
  listingCheckoutFallback: '/checkout/listing/fallback',
  listingCheckout: '/checkout/listing/:appId',
  accreditationSuccess: '/accreditation/success',
  awardUpsell: '/upsell/award/:appId',
  marketingUpsell: '/upsell/marketing/:appId',
  adsUpsell: '/upsell/ads/:appId',
  funnelSuccess: '/funnel/success/:appId',
  admin: '/admin',
  mailbox: '/admin/mailbox',
  mail: '/admin/mailbox/:id',
  apiDocs: '/api',
  notFound: '/404',
  error: '/500',
} as const

export type PageId = keyof typeof pagePatterns

type Query = Record<string, string | number | boolean | null | undefined>

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
  press: () => '/press',
  mediaAssets: () => '/press#media-assets',
  events: (query: Query = {}) => withQuery('/events', query),
  event: (slug: string, query: Query = {}) => withQuery(`/events/${segment(slug)}`, query),
  quickApply: () => '/quickapply',
  boxing: (query: Query = {}) => withQuery('/boxing', query),
  webinar: (query: Query = {}) => withQuery('/webinar', query),
  applicationApproved: (query: Query = {}) => withQuery('/application-approved', query),
  preApproved: (query: Query = {}) => withQuery('/pre-approved', query),
  verifySearch: () => '/verify',
  verify: (number: string) => `/verify/${segment(number)}`,
  access: (query: Query = {}) => withQuery('/access', query),
  accessLink: (token: string) => `/access/${segment(token)}`,
  admin: () => '/admin',
  mailbox: (query: Query = {}) => withQuery('/admin/mailbox', query),
  mail: (id: string, query: Query = {}) => withQuery(`/admin/mailbox/${segment(id)}`, query),
  signIn: (query: Query = {}) => withQuery('/admin/sign-in', query),
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

/** Patterns of the API calls; `:name` is a parameter. */
export const apiPatterns = {
  events: '/api/events',
  event: '/api/events/:slug',
  nationalEvents: '/api/national-events',
  partners: '/api/partners',
  listings: '/api/listings',
  contact: '/api/contact',
  companiesLookup: '/api/companies/lookup',
  companySearch: '/api/company/search',
  company: '/api/companies/:number',
  addressSearch: '/api/address/search',
  address: '/api/address/get/:id',
  organisations: '/api/organisations',
  organisation: '/api/organisations/:id',
  applications: '/api/applications',
  application: '/api/applications/:id',
  quickApplyLead: '/api/quickapply-lead',
  boxingReservations: '/api/boxing-reservations',
  webinarSignUps: '/api/webinar-sign-ups',
  ordersByApplication: '/api/orders/by-application/:appId',
  bookAssessment: '/api/book-assessment',
  assessmentTimes: '/api/assessment-times',
  updateCrmStatus: '/api/update-crm-status',
  validateCoupon: '/api/validate-coupon',
  certificate: '/api/certificates/:file',
  adminApprove: '/api/admin/approve',
  mailHtml: '/api/admin/mails/:id/html',
  mailAttachment: '/api/admin/mails/:id/attachments/:position',
  createListingSession: '/api/stripe/create-listing-session',
  createAwardSession: '/api/stripe/create-award-session',
  createMarketingSession: '/api/stripe/create-marketing-session',
  createAdsSession: '/api/stripe/create-ads-session',
  createExtrasSession: '/api/stripe/create-extras-session',
  createPortalSession: '/api/stripe/create-portal-session',
  stripeWebhook: '/api/stripe/webhook',
  openapi: '/api/openapi.json',
} as const

/** An API address from its pattern: `apiPath('application', { id })`. */
export function apiPath(
  name: keyof typeof apiPatterns,
  params: Record<string, string> = {},
  query: Query = {},
): string {
  const path = apiPatterns[name].replace(/:(\w+)/g, (_, key: string) => segment(params[key] ?? ''))
  return withQuery(path, query)
}

export type PageMatch = { page: PageId; params: Record<string, string> }

const compiled = (Object.entries(pagePatterns) as [PageId, string][])
  .filter(([, pattern]) => pattern !== '/404' && pattern !== '/500')
  .map(([page, pattern]) => ({
    page,
    names: [...pattern.matchAll(/:(\w+)/g)].map((m) => m[1]!),
    segments: pattern.split('/'),
  }))

/** The page that a path names, with its decoded parameters; null when there is none. A trailing slash is no page of its own. */
export function matchPage(pathname: string): PageMatch | null {
  const given = pathname.split('/')
  for (const { page, names, segments } of compiled) {
    if (segments.length !== given.length) continue
    const values: string[] = []
    const fits = segments.every((part, index) => {
      if (!part.startsWith(':')) return part === given[index]
      const value = decodeSegment(given[index]!)
      if (!value) return false
      values.push(value)
      return true
    })
    if (fits) return { page, params: Object.fromEntries(names.map((name, index) => [name, values[index]!])) }
  }
  return null
}

function decodeSegment(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
