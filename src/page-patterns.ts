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
  privacy: '/privacy',
  cookies: '/cookies',
  complaints: '/complaints',
  pressConfirmation: '/press/confirm/:token',
  pressUnsubscribe: '/press/unsubscribe/:token',
  events: '/events',
  event: '/events/:slug',
  quickApply: '/quickapply',
  boxing: '/boxing',
  webinar: '/webinar',
  applicationApproved: '/application-approved',
  preApproved: '/pre-approved',
  verify: '/verify',
  verification: '/verify/:number',
  myApplications: '/my-applications',
  access: '/access',
  accessLink: '/access/:token',
  addressConfirmation: '/confirm/:token',
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
  queue: '/admin/applications',
  answer: '/answer/:token',
  registerDesk: '/admin/register',
  entryDesk: '/admin/register/:id',
  nationalImport: '/admin/national-events',
  letters: '/admin/correspondence/:kind',
  letter: '/admin/correspondence/:kind/:id',
  jobs: '/admin/jobs',
  partnersDesk: '/admin/partners',
  contentDesk: '/admin/content',
  couponsDesk: '/admin/coupons',
  callTimesDesk: '/admin/assessment-times',
  orders: '/admin/orders',
  order: '/admin/orders/:id',
  payments: '/admin/payments',
  account: '/admin/account',
  secondFactor: '/admin/second-factor',
  auditLog: '/admin/audit-log',
  privacyDesk: '/admin/privacy',
  complaintsDesk: '/admin/complaints',
  complaintDesk: '/admin/complaints/:id',
  signInLog: '/admin/audit-log/sign-ins',
  people: '/admin/people',
  person: '/admin/people/:id',
  invitation: '/admin/invitation/:token',
  crmDesk: '/admin/crm-updates',
  mailbox: '/admin/mailbox',
  mail: '/admin/mailbox/:id',
  apiDocs: '/api',
  notFound: '/404',
  refused: '/403',
  notTaken: '/400',
  error: '/500',
  unavailable: '/503',
} as const

export type PageId = keyof typeof pagePatterns

export type PageMatch = { page: PageId; params: Record<string, string> }

const compiled = (Object.entries(pagePatterns) as [PageId, string][])
  .filter(([, pattern]) => !/^\/\d+$/.test(pattern))
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
