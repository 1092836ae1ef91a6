import type { Duty } from '../domain/duties.ts'
import { loadAccess } from '../features/applications/access/server/load-access.ts'
import { loadAccessLink } from '../features/applications/access/server/load-access-link.ts'
import { loadMyApplications } from '../features/applications/access/server/load-my-applications.ts'
import { loadCrmDesk } from '../features/applications/crm/server/load-crm-desk.ts'
import { loadApply } from '../features/applications/server/load-apply.ts'
import { loadCheckout } from '../features/assessments/packages/server/load-checkout.ts'
import { loadPreApproved } from '../features/assessments/recognition/server/load-pre-approved.ts'
import { loadBooking } from '../features/assessments/server/load-booking.ts'
import { loadCallTimes } from '../features/assessments/times/server/load-call-times.ts'
import { loadAddressConfirmation } from '../features/mail/address-confirmation/server/load-address-confirmation.ts'
import { loadMail } from '../features/mail/server/load-mail.ts'
import { loadMailbox } from '../features/mail/server/load-mailbox.ts'
import { loadNationalImport } from '../features/national-events/import/server/load-national-import.ts'
import { loadDatabase } from '../features/national-events/server/load-database.ts'
import { loadContentDesk } from '../features/operations/content/server/load-content-desk.ts'
import { loadJobs } from '../features/operations/jobs/server/load-jobs.ts'
import { loadOverview } from '../features/operations/overview/server/load-overview.ts'
import { loadAnswer } from '../features/operations/review/server/load-answer.ts'
import { loadQueue } from '../features/operations/review/server/load-queue.ts'
import { loadReview } from '../features/operations/review/server/load-review.ts'
import { loadLetter } from '../features/operations/submissions/server/load-letter.ts'
import { loadLetters } from '../features/operations/submissions/server/load-letters.ts'
import { loadOrder } from '../features/payments/admin/server/load-order.ts'
import { loadOrders } from '../features/payments/admin/server/load-orders.ts'
import { loadPayments } from '../features/payments/admin/server/load-payments.ts'
import { loadCouponsDesk } from '../features/payments/coupons/admin/server/load-coupons-desk.ts'
import { loadAccreditationSuccess } from '../features/payments/server/load-accreditation-success.ts'
import { loadFunnelSuccess } from '../features/payments/server/load-funnel-success.ts'
import { loadListingCheckout } from '../features/payments/server/load-listing-checkout.ts'
import { loadListingFallback } from '../features/payments/server/load-listing-fallback.ts'
import { loadAds, loadAward, loadMarketing } from '../features/payments/server/load-upsell.ts'
import { loadAuditLog } from '../features/people/audit-log/server/load-audit-log.ts'
import { loadSignInLog } from '../features/people/audit-log/server/load-sign-in-log.ts'
import { loadComplaint } from '../features/people/privacy/server/load-complaint.ts'
import { loadComplaintDesk } from '../features/people/privacy/server/load-complaint-desk.ts'
import { loadComplaintsDesk } from '../features/people/privacy/server/load-complaints-desk.ts'
import { loadPrivacyDesk } from '../features/people/privacy/server/load-privacy-desk.ts'
import { loadAccount } from '../features/people/sign-in/server/load-account.ts'
import { loadSecondFactor } from '../features/people/sign-in/server/load-second-factor.ts'
import { loadSignIn } from '../features/people/sign-in/server/load-sign-in.ts'
import { loadInvitation } from '../features/people/staff/server/load-invitation.ts'
import { loadPeople } from '../features/people/staff/server/load-people.ts'
import { loadPerson } from '../features/people/staff/server/load-person.ts'
import { loadEntry } from '../features/register/admin/server/load-entry.ts'
import { loadRegisterDesk } from '../features/register/admin/server/load-register.ts'
import { loadVerification } from '../features/register/certificate/server/load-verification.ts'
import { loadVerify } from '../features/register/certificate/server/load-verify.ts'
import { loadEvent } from '../features/register/server/load-event.ts'
import { loadEvents } from '../features/register/server/load-events.ts'
import { loadListings } from '../features/register/server/load-listings.ts'
import { loadFixedPage } from '../features/site/authority/server/load-fixed-page.ts'
import { loadBoxing } from '../features/site/boxing/server/load-boxing.ts'
import { loadContact } from '../features/site/contact/server/load-contact.ts'
import { loadHome } from '../features/site/home/server/load-home.ts'
import { loadPartnersDesk } from '../features/site/partners/admin/server/load-partners-desk.ts'
import { loadPartners } from '../features/site/partners/server/load-partners.ts'
import { loadConfirmation } from '../features/site/press/server/load-confirmation.ts'
import { loadPress } from '../features/site/press/server/load-press.ts'
import { loadUnsubscribe } from '../features/site/press/server/load-unsubscribe.ts'
import { loadQuickApply } from '../features/site/quick-apply/server/load-quick-apply.ts'
import { loadWebinar } from '../features/site/webinar/server/load-webinar.ts'
import type { Loader } from '../page-loader.ts'
import type { PageId } from '../page-patterns.ts'
import { loadApiDocs } from './load-api-docs.ts'

export type PageHandler = {
  load: Loader<unknown>
  /** The duty it takes. Without a signed-in admin the answer is the sign-in page, which leads back here. */
  permission?: Duty
  /** Never kept and never waited for: each request makes its own. Pages of the desk are so anyway. */
  personal?: true
}

/** Who loads what: every page that a path can name. What takes its form is in page-actions.ts. */
export const pageHandlers = {
  apiDocs: { load: loadApiDocs },
  home: { load: loadHome },
  listings: { load: loadListings },
  events: { load: loadEvents },
  event: { load: loadEvent },
  database: { load: loadDatabase },
  partners: { load: loadPartners },
  about: { load: loadFixedPage },
  awards: { load: loadFixedPage },
  press: { load: loadPress },
  pressConfirmation: { load: loadConfirmation, personal: true },
  pressUnsubscribe: { load: loadUnsubscribe, personal: true },
  contact: { load: loadContact },
  apply: { load: loadApply },
  applyAlias: { load: loadApply },
  applicationApproved: { load: loadPreApproved, personal: true },
  preApproved: { load: loadPreApproved, personal: true },
  checkout: { load: loadCheckout, personal: true },
  booking: { load: loadBooking, personal: true },
  quickApply: { load: loadQuickApply },
  boxing: { load: loadBoxing },
  webinar: { load: loadWebinar },
  verify: { load: loadVerify },
  verification: { load: loadVerification },
  myApplications: { load: loadMyApplications, personal: true },
  access: { load: loadAccess, personal: true },
  accessLink: { load: loadAccessLink, personal: true },
  addressConfirmation: { load: loadAddressConfirmation, personal: true },
  signIn: { load: loadSignIn, personal: true },
  secondFactor: { load: loadSecondFactor, personal: true },
  invitation: { load: loadInvitation, personal: true },
  privacy: { load: loadFixedPage },
  cookies: { load: loadFixedPage },
  complaints: { load: loadComplaint },
  privacyDesk: { load: loadPrivacyDesk, permission: 'privacy' },
  complaintsDesk: { load: loadComplaintsDesk, permission: 'correspondence' },
  complaintDesk: { load: loadComplaintDesk, permission: 'correspondence' },
  auditLog: { load: loadAuditLog, permission: 'audit' },
  signInLog: { load: loadSignInLog, permission: 'audit' },
  people: { load: loadPeople, permission: 'people' },
  person: { load: loadPerson, permission: 'people' },
  account: { load: loadAccount, permission: 'desk' },
  admin: { load: loadOverview, permission: 'desk' },
  queue: { load: loadQueue, permission: 'review' },
  answer: { load: loadAnswer, personal: true },
  registerDesk: { load: loadRegisterDesk, permission: 'register' },
  entryDesk: { load: loadEntry, permission: 'register' },
  nationalImport: { load: loadNationalImport, permission: 'register' },
  letters: { load: loadLetters, permission: 'correspondence' },
  letter: { load: loadLetter, permission: 'correspondence' },
  jobs: { load: loadJobs, permission: 'mail' },
  partnersDesk: { load: loadPartnersDesk, permission: 'register' },
  contentDesk: { load: loadContentDesk, permission: 'register' },
  couponsDesk: { load: loadCouponsDesk, permission: 'money' },
  callTimesDesk: { load: loadCallTimes, permission: 'register' },
  orders: { load: loadOrders, permission: 'money' },
  order: { load: loadOrder, permission: 'money' },
  payments: { load: loadPayments, permission: 'money' },
  crmDesk: { load: loadCrmDesk, permission: 'mail' },
  mailbox: { load: loadMailbox, permission: 'mail' },
  mail: { load: loadMail, permission: 'mail' },
  review: { load: loadReview, permission: 'review' },
  listingCheckout: { load: loadListingCheckout, personal: true },
  listingCheckoutFallback: { load: loadListingFallback, personal: true },
  accreditationSuccess: { load: loadAccreditationSuccess, personal: true },
  awardUpsell: { load: loadAward, personal: true },
  marketingUpsell: { load: loadMarketing, personal: true },
  adsUpsell: { load: loadAds, personal: true },
  funnelSuccess: { load: loadFunnelSuccess, personal: true },
} as unknown as Record<PageId, PageHandler>
