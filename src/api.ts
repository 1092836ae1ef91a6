import { type UpsellId, upsellIds } from './domain/catalogue.ts'
import { type Query, withQuery } from './pages.ts'

export type UpsellCall<Id extends UpsellId = UpsellId> = `create${Capitalize<Id>}Session`
export function upsellCall(id: UpsellId): UpsellCall {
  return `create${id[0]!.toUpperCase()}${id.slice(1)}Session` as UpsellCall
}
const upsellSessions = Object.fromEntries(
  upsellIds.map((id) => [upsellCall(id), `POST /api/stripe/create-${id}-session`]),
) as { [Id in UpsellId as UpsellCall<Id>]: `POST /api/stripe/create-${Id}-session` }

/** Names are part of the OpenAPI document: never changed once published. `http/endpoints.ts` says what each call does. */
const calls = {
  listEvents: 'GET /api/events',
  getEvent: 'GET /api/events/:slug',
  listNationalEvents: 'GET /api/national-events',
  suggestNationalEvents: 'GET /api/national-events/suggest',
  listPartners: 'GET /api/partners',
  listListings: 'GET /api/listings',
  suggest: 'GET /api/suggest',
  getCriteria: 'GET /api/criteria',
  listChanges: 'GET /api/changes',
  check: 'POST /api/check',
  verifyCredential: 'POST /api/credentials/verify',
  sendEnquiry: 'POST /api/contact',
  reportConcern: 'POST /api/concerns',
  subscribeToPress: 'POST /api/press-subscriptions',
  lookUpCompanies: 'GET /api/companies/lookup',
  searchCompanies: 'GET /api/company/search',
  getCompany: 'GET /api/companies/:number',
  searchAddresses: 'GET /api/address/search',
  getAddress: 'GET /api/address/get/:id',
  createOrganisation: 'POST /api/organisations',
  getOrganisation: 'GET /api/organisations/:id',
  createApplication: 'POST /api/applications',
  getApplication: 'GET /api/applications/:id',
  changeApplication: 'POST /api/applications/:id/change',
  withdrawApplication: 'POST /api/applications/:id/withdraw',
  getApplicationDraft: 'GET /api/application-draft',
  saveApplicationDraft: 'POST /api/application-draft',
  sendApplicationDraftLink: 'POST /api/application-draft/link',
  deleteApplicationDraft: 'POST /api/application-draft/delete',
  leaveQuickApplyLead: 'POST /api/quickapply-lead',
  reserveBoxingTickets: 'POST /api/boxing-reservations',
  signUpForWebinar: 'POST /api/webinar-sign-ups',
  listOrders: 'GET /api/orders/by-application/:appId',
  bookAssessment: 'POST /api/book-assessment',
  listAssessmentTimes: 'GET /api/assessment-times',
  startEvidenceUpload: 'POST /api/evidence/uploads',
  readEvidenceUpload: 'GET /api/evidence/uploads/:id',
  sendEvidencePiece: 'PUT /api/evidence/uploads/:id/pieces/:position',
  finishEvidenceUpload: 'POST /api/evidence/uploads/:id/finish',
  cancelEvidenceUpload: 'DELETE /api/evidence/uploads/:id',
  updateCrmStatus: 'POST /api/update-crm-status',
  validateCoupon: 'POST /api/validate-coupon',
  getCertificate: 'GET /api/certificates/:file',
  exportPerson: 'POST /api/admin/privacy/export',
  exportAuditLog: 'GET /api/admin/audit-log.csv',
  decideApplication: 'POST /api/admin/approve',
  judgeCriterion: 'POST /api/admin/assessments/:id/criteria/:criterion',
  readAssessment: 'POST /api/admin/assessments/:id/readers',
  countArrivals: 'GET /api/admin/arrivals',
  exportCorrespondence: 'GET /api/admin/correspondence/:kind',
  exportApplications: 'GET /api/admin/applications.csv',
  exportAssessments: 'GET /api/admin/assessments.csv',
  exportRegister: 'GET /api/admin/register.csv',
  searchAdmin: 'GET /api/admin/search',
  exportOrders: 'GET /api/admin/orders.csv',
  exportRefunds: 'GET /api/admin/refunds.csv',
  exportCustomers: 'GET /api/admin/customers.csv',
  exportJournal: 'GET /api/admin/journal.csv',
  beginNationalImport: 'POST /api/admin/national-imports',
  sendNationalImportPiece: 'POST /api/admin/national-imports/:id/pieces/:position',
  getMailHtml: 'GET /api/admin/mails/:id/html',
  getMailAttachment: 'GET /api/admin/mails/:id/attachments/:position',
  removeCoupon: 'POST /api/remove-coupon',
  createListingSession: 'POST /api/stripe/create-listing-session',
  ...upsellSessions,
  createExtrasSession: 'POST /api/stripe/create-extras-session',
  createPortalSession: 'POST /api/stripe/create-portal-session',
  receiveStripeEvent: 'POST /api/stripe/webhook',
  receiveBounces: 'POST /api/mail/bounces',
  receiveMail: 'POST /api/mail/incoming',
} as const

export type CallId = keyof typeof calls
export type CallMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

export const openApiPath = '/api/openapi.json'

export function routeOfCall(id: CallId): { method: CallMethod; path: string } {
  const [method, path] = calls[id].split(' ') as [CallMethod, string]
  return { method, path }
}

export function apiPath(id: CallId, params: Record<string, string> = {}, query: Query = {}): string {
  const path = routeOfCall(id).path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  return withQuery(path, query)
}
