import type { PageId } from '../admin-pages.ts'
import type { Page } from '../wire/page.ts'

/** A page of a table, or one that stands for an answer and has no address of its own. */
export type ShownPageId = PageId | 'notFound' | 'refused' | 'notTaken' | 'error' | 'unavailable'

/**
 * Which module shows which page. The browser loads a page's module when it is needed; the server loads all of them at start.
 * The bundler cuts its chunks in this order: with the most visited pages first, the register's take 1 KB less.
 */
const modules = {
  home: () => import('../features/site/home/home-page.tsx'),
  listings: () => import('../features/register/listings-page.tsx'),
  events: () => import('../features/register/events-page.tsx'),
  event: () => import('../features/register/event-page.tsx'),
  database: () => import('../features/national-events/database-page.tsx'),
  partners: () => import('../features/site/partners/partners-page.tsx'),
  about: () => import('../features/site/authority/about-page.tsx'),
  prices: () => import('../features/site/authority/prices-page.tsx'),
  whoWeAre: () => import('../features/site/authority/who-we-are-page.tsx'),
  awards: () => import('../features/site/authority/awards-page.tsx'),
  press: () => import('../features/site/press/press-page.tsx'),
  pressConfirmation: () => import('../features/site/press/confirmation-page.tsx'),
  pressUnsubscribe: () => import('../features/site/press/unsubscribe-page.tsx'),
  contact: () => import('../features/site/contact/contact-page.tsx'),
  quickApply: () => import('../features/site/quick-apply/quick-apply-page.tsx'),
  boxing: () => import('../features/site/boxing/boxing-page.tsx'),
  webinar: () => import('../features/site/webinar/webinar-page.tsx'),
  apiDocs: () => import('../features/site/api-docs/api-docs-page.tsx'),
  verify: () => import('../features/register/certificate/verify-page.tsx'),
  verification: () => import('../features/register/certificate/verification-page.tsx'),
  myApplications: () => import('../features/applications/access/my-applications-page.tsx'),
  access: () => import('../features/applications/access/access-page.tsx'),
  accessLink: () => import('../features/applications/access/access-link-page.tsx'),
  addressConfirmation: () => import('../features/mail/address-confirmation/address-confirmation-page.tsx'),
  signIn: () => import('../features/people/sign-in/sign-in-page.tsx'),
  secondFactor: () => import('../features/people/sign-in/second-factor-page.tsx'),
  privacy: () => import('../features/people/privacy/privacy-page.tsx'),
  cookies: () => import('../features/people/privacy/cookies-page.tsx'),
  complaints: () => import('../features/concerns/complaints/complaint-page.tsx'),
  adminPrivacy: () => import('../features/people/privacy/admin-privacy-page.tsx'),
  adminComplaints: () => import('../features/concerns/complaints/admin-complaints-page.tsx'),
  adminComplaint: () => import('../features/concerns/complaints/admin-complaint-page.tsx'),
  auditLog: () => import('../features/people/audit-log/audit-log-page.tsx'),
  signInLog: () => import('../features/people/audit-log/sign-in-log-page.tsx'),
  people: () => import('../features/people/staff/people-page.tsx'),
  person: () => import('../features/people/staff/person-page.tsx'),
  invitation: () => import('../features/people/staff/invitation-page.tsx'),
  account: () => import('../features/people/sign-in/account-page.tsx'),
  admin: () => import('../features/operations/overview/overview-page.tsx'),
  queue: () => import('../features/operations/review/queue-page.tsx'),
  answer: () => import('../features/operations/review/answer-page.tsx'),
  adminRegister: () => import('../features/register/admin/register-page.tsx'),
  adminEntry: () => import('../features/register/admin/entry-page.tsx'),
  nationalImport: () => import('../features/national-events/import/national-import-page.tsx'),
  submissions: () => import('../features/operations/submissions/submissions-page.tsx'),
  submission: () => import('../features/operations/submissions/submission-page.tsx'),
  jobs: () => import('../features/operations/jobs/jobs-page.tsx'),
  adminPartners: () => import('../features/site/partners/admin/admin-partners-page.tsx'),
  adminContent: () => import('../features/operations/content/admin-content-page.tsx'),
  adminCoupons: () => import('../features/payments/coupons/admin/admin-coupons-page.tsx'),
  adminCallTimes: () => import('../features/assessments/times/call-times-page.tsx'),
  orders: () => import('../features/payments/admin/orders-page.tsx'),
  order: () => import('../features/payments/admin/order-page.tsx'),
  payments: () => import('../features/payments/admin/payments-page.tsx'),
  review: () => import('../features/operations/review/review-page.tsx'),
  adminCrm: () => import('../features/applications/crm/admin-crm-page.tsx'),
  mailbox: () => import('../features/mail/mailbox-page.tsx'),
  mail: () => import('../features/mail/mail-page.tsx'),
  apply: () => import('../features/applications/apply-page.tsx'),
  applyAlias: () => import('../features/applications/apply-page.tsx'),
  applicationApproved: () => import('../features/assessments/recognition/pre-approved-page.tsx'),
  preApproved: () => import('../features/assessments/recognition/pre-approved-page.tsx'),
  evidence: () => import('../features/assessments/evidence/evidence-page.tsx'),
  booking: () => import('../features/assessments/booking-page.tsx'),
  checkout: () => import('../features/assessments/packages/checkout-page.tsx'),
  listingCheckoutFallback: () => import('../features/payments/listing-fallback-page.tsx'),
  listingCheckout: () => import('../features/payments/listing-checkout-page.tsx'),
  accreditationSuccess: () => import('../features/payments/accreditation-success-page.tsx'),
  upsell: () => import('../features/payments/upsell-page.tsx'),
  funnelSuccess: () => import('../features/payments/funnel-success-page.tsx'),
  refused: () => import('./refused-page.tsx'),
  notFound: () => import('./not-found-page.tsx'),
  notTaken: () => import('./not-taken-page.tsx'),
  error: () => import('./error-page.tsx'),
  unavailable: () => import('./unavailable-page.tsx'),
} satisfies Record<ShownPageId, () => Promise<{ page: Page<never> }>>

/** What a page shows, as its own module declares it: its handler has to load the same. */
export type DataOf<Id extends ShownPageId> =
  Awaited<ReturnType<(typeof modules)[Id]>>['page'] extends Page<infer Data> ? Data : never

export const pageModules: { [Id in ShownPageId]: () => Promise<{ page: Page<DataOf<Id>> }> } = modules
