import type { PageId } from '../page-patterns.ts'
import type { Page, PageState } from '../wire/page.ts'
import type { Place } from './place.ts'

type PageModule = { page: Page<never> }

/**
 * The page table: which module shows which page. The browser loads a page's module when it is needed; the server loads all of
 * them at start.
 */
export const pages: Record<PageId, () => Promise<PageModule>> = {
  home: () => import('../features/site/home/home-page.tsx'),
  listings: () => import('../features/register/listings-page.tsx'),
  events: () => import('../features/register/events-page.tsx'),
  event: () => import('../features/register/event-page.tsx'),
  database: () => import('../features/national-events/database-page.tsx'),
  partners: () => import('../features/site/partners/partners-page.tsx'),
  about: () => import('../features/site/authority/about-page.tsx'),
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
  complaints: () => import('../features/people/privacy/complaint-page.tsx'),
  privacyDesk: () => import('../features/people/privacy/privacy-desk-page.tsx'),
  complaintsDesk: () => import('../features/people/privacy/complaints-desk-page.tsx'),
  complaintDesk: () => import('../features/people/privacy/complaint-desk-page.tsx'),
  auditLog: () => import('../features/people/audit-log/audit-log-page.tsx'),
  signInLog: () => import('../features/people/audit-log/sign-in-log-page.tsx'),
  people: () => import('../features/people/staff/people-page.tsx'),
  person: () => import('../features/people/staff/person-page.tsx'),
  invitation: () => import('../features/people/staff/invitation-page.tsx'),
  account: () => import('../features/people/sign-in/account-page.tsx'),
  admin: () => import('../features/operations/overview/overview-page.tsx'),
  queue: () => import('../features/operations/review/queue-page.tsx'),
  answer: () => import('../features/operations/review/answer-page.tsx'),
  registerDesk: () => import('../features/register/admin/register-page.tsx'),
  entryDesk: () => import('../features/register/admin/entry-page.tsx'),
  nationalImport: () => import('../features/national-events/import/national-import-page.tsx'),
  letters: () => import('../features/operations/submissions/letters-page.tsx'),
  letter: () => import('../features/operations/submissions/letter-page.tsx'),
  jobs: () => import('../features/operations/jobs/jobs-page.tsx'),
  partnersDesk: () => import('../features/site/partners/admin/partners-desk-page.tsx'),
  contentDesk: () => import('../features/operations/content/content-desk-page.tsx'),
  couponsDesk: () => import('../features/payments/coupons/admin/coupons-desk-page.tsx'),
  callTimesDesk: () => import('../features/assessments/times/call-times-page.tsx'),
  orders: () => import('../features/payments/admin/orders-page.tsx'),
  order: () => import('../features/payments/admin/order-page.tsx'),
  payments: () => import('../features/payments/admin/payments-page.tsx'),
  review: () => import('../features/operations/review/review-page.tsx'),
  crmDesk: () => import('../features/applications/crm/crm-desk-page.tsx'),
  mailbox: () => import('../features/mail/mailbox-page.tsx'),
  mail: () => import('../features/mail/mail-page.tsx'),
  apply: () => import('../features/applications/apply-page.tsx'),
  applyAlias: () => import('../features/applications/apply-page.tsx'),
  applicationApproved: () => import('../features/assessments/recognition/pre-approved-page.tsx'),
  preApproved: () => import('../features/assessments/recognition/pre-approved-page.tsx'),
  booking: () => import('../features/assessments/booking-page.tsx'),
  checkout: () => import('../features/assessments/packages/checkout-page.tsx'),
  listingCheckoutFallback: () => import('../features/payments/listing-fallback-page.tsx'),
  listingCheckout: () => import('../features/payments/listing-checkout-page.tsx'),
  accreditationSuccess: () => import('../features/payments/accreditation-success-page.tsx'),
  awardUpsell: () => import('../features/payments/award-page.tsx'),
  marketingUpsell: () => import('../features/payments/marketing-page.tsx'),
  adsUpsell: () => import('../features/payments/ads-page.tsx'),
  funnelSuccess: () => import('../features/payments/funnel-success-page.tsx'),
  refused: () => import('./refused-page.tsx'),
  notFound: () => import('./not-found-page.tsx'),
  notTaken: () => import('./not-taken-page.tsx'),
  error: () => import('./error-page.tsx'),
  unavailable: () => import('./unavailable-page.tsx'),
} as unknown as Record<PageId, () => Promise<PageModule>>

/** The place that a page's state leads to: with the modules that show it. A page of the admin area comes in its frame. */
export async function loadPlace(state: PageState): Promise<Place> {
  const [{ page }, frame] = await Promise.all([
    pages[state.page]() as Promise<{ page: Page<unknown> }>,
    state.desk ? import('./admin-frame.tsx') : null,
  ])
  return { state, page, ...(frame ? { Frame: frame.AdminFrame } : {}) }
}
