import type { PageId } from '../page-patterns.ts'
import type { Page } from '../wire/page.ts'

type PageModule = { page: Page<never> }

/**
 * The page table: which module shows which page. The browser loads a page's module when it is needed; the server loads all of
 * them at start.
 */
export const pages: Record<PageId, () => Promise<PageModule>> = {
  home: () => import('../features/home/home-page.tsx'),
  listings: () => import('../features/register/listings-page.tsx'),
  events: () => import('../features/register/events-page.tsx'),
  event: () => import('../features/register/event-page.tsx'),
  database: () => import('../features/national-events/database-page.tsx'),
  partners: () => import('../features/partners/partners-page.tsx'),
  about: () => import('../features/authority/about-page.tsx'),
  awards: () => import('../features/authority/awards-page.tsx'),
  press: () => import('../features/press/press-page.tsx'),
  pressConfirmation: () => import('../features/press/confirmation-page.tsx'),
  pressUnsubscribe: () => import('../features/press/unsubscribe-page.tsx'),
  contact: () => import('../features/contact/contact-page.tsx'),
  quickApply: () => import('../features/quick-apply/quick-apply-page.tsx'),
  boxing: () => import('../features/boxing/boxing-page.tsx'),
  webinar: () => import('../features/webinar/webinar-page.tsx'),
  apiDocs: () => import('../features/api-docs/api-docs-page.tsx'),
  verify: () => import('../features/certificate/verify-page.tsx'),
  verification: () => import('../features/certificate/verification-page.tsx'),
  access: () => import('../features/access/access-page.tsx'),
  accessLink: () => import('../features/access/access-link-page.tsx'),
  signIn: () => import('../features/sign-in/sign-in-page.tsx'),
  secondFactor: () => import('../features/sign-in/second-factor-page.tsx'),
  account: () => import('../features/sign-in/account-page.tsx'),
  admin: () => import('../features/overview/overview-page.tsx'),
  queue: () => import('../features/review/queue-page.tsx'),
  answer: () => import('../features/review/answer-page.tsx'),
  registerDesk: () => import('../features/register-desk/register-page.tsx'),
  entryDesk: () => import('../features/register-desk/entry-page.tsx'),
  review: () => import('../features/review/review-page.tsx'),
  mailbox: () => import('../features/mail/mailbox-page.tsx'),
  mail: () => import('../features/mail/mail-page.tsx'),
  apply: () => import('../features/application/apply-page.tsx'),
  applyAlias: () => import('../features/application/apply-page.tsx'),
  applicationApproved: () => import('../features/application/pre-approved-page.tsx'),
  preApproved: () => import('../features/application/pre-approved-page.tsx'),
  booking: () => import('../features/booking/booking-page.tsx'),
  checkout: () => import('../features/packages/checkout-page.tsx'),
  listingCheckoutFallback: () => import('../features/funnel/listing-fallback-page.tsx'),
  listingCheckout: () => import('../features/funnel/listing-checkout-page.tsx'),
  accreditationSuccess: () => import('../features/funnel/accreditation-success-page.tsx'),
  awardUpsell: () => import('../features/funnel/award-page.tsx'),
  marketingUpsell: () => import('../features/funnel/marketing-page.tsx'),
  adsUpsell: () => import('../features/funnel/ads-page.tsx'),
  funnelSuccess: () => import('../features/funnel/funnel-success-page.tsx'),
  refused: () => import('./refused-page.tsx'),
  notFound: () => import('./not-found-page.tsx'),
  error: () => import('./error-page.tsx'),
  unavailable: () => import('./unavailable-page.tsx'),
} as unknown as Record<PageId, () => Promise<PageModule>>
