import { type Query, withQuery } from './paths.ts'

/** Patterns of the API calls; `:name` is a parameter. */
export const apiPatterns = {
  events: '/api/events',
  event: '/api/events/:slug',
  nationalEvents: '/api/national-events',
  partners: '/api/partners',
  listings: '/api/listings',
  contact: '/api/contact',
  pressSubscriptions: '/api/press-subscriptions',
  companiesLookup: '/api/companies/lookup',
  companySearch: '/api/company/search',
  company: '/api/companies/:number',
  addressSearch: '/api/address/search',
  address: '/api/address/get/:id',
  organisations: '/api/organisations',
  organisation: '/api/organisations/:id',
  applications: '/api/applications',
  application: '/api/applications/:id',
  applicationDraft: '/api/application-draft',
  applicationDraftLink: '/api/application-draft/link',
  applicationDraftDelete: '/api/application-draft/delete',
  quickApplyLead: '/api/quickapply-lead',
  boxingReservations: '/api/boxing-reservations',
  webinarSignUps: '/api/webinar-sign-ups',
  ordersByApplication: '/api/orders/by-application/:appId',
  bookAssessment: '/api/book-assessment',
  assessmentTimes: '/api/assessment-times',
  updateCrmStatus: '/api/update-crm-status',
  validateCoupon: '/api/validate-coupon',
  certificate: '/api/certificates/:file',
  privacyExport: '/api/admin/privacy/export',
  auditLogCsv: '/api/admin/audit-log.csv',
  adminApprove: '/api/admin/approve',
  arrivals: '/api/admin/arrivals',
  letterExport: '/api/admin/correspondence/:kind',
  ordersExport: '/api/admin/orders.csv',
  nationalImports: '/api/admin/national-imports',
  nationalImportPiece: '/api/admin/national-imports/:id/pieces/:position',
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
  const path = apiPatterns[name].replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  return withQuery(path, query)
}
