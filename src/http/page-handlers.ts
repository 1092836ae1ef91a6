import type { Duty } from '../domain/duties.ts'
import { loadAccess } from '../features/access/load-access.ts'
import { loadAccessLink } from '../features/access/load-access-link.ts'
import { loadMyApplications } from '../features/access/load-my-applications.ts'
import { loadAddressConfirmation } from '../features/address-confirmation/load-address-confirmation.ts'
import { loadApply } from '../features/application/load-apply.ts'
import { loadPreApproved } from '../features/application/load-pre-approved.ts'
import { loadAuditLog } from '../features/audit/load-audit-log.ts'
import { loadSignInLog } from '../features/audit/load-sign-in-log.ts'
import { loadFixedPage } from '../features/authority/load-fixed-page.ts'
import { loadBooking } from '../features/booking/load-booking.ts'
import { loadBoxing } from '../features/boxing/load-boxing.ts'
import { loadCallTimes } from '../features/call-times-desk/load-call-times.ts'
import { loadVerification } from '../features/certificate/load-verification.ts'
import { loadVerify } from '../features/certificate/load-verify.ts'
import { loadContact } from '../features/contact/load-contact.ts'
import { loadContentDesk } from '../features/content-desk/load-content-desk.ts'
import { loadLetter } from '../features/correspondence/load-letter.ts'
import { loadLetters } from '../features/correspondence/load-letters.ts'
import { loadCouponsDesk } from '../features/coupons-desk/load-coupons-desk.ts'
import { loadCrmDesk } from '../features/crm/load-crm-desk.ts'
import { loadAccreditationSuccess } from '../features/funnel/load-accreditation-success.ts'
import { loadFunnelSuccess } from '../features/funnel/load-funnel-success.ts'
import { loadListingCheckout } from '../features/funnel/load-listing-checkout.ts'
import { loadListingFallback } from '../features/funnel/load-listing-fallback.ts'
import { loadAds, loadAward, loadMarketing } from '../features/funnel/load-upsell.ts'
import { loadHome } from '../features/home/load-home.ts'
import { loadJobs } from '../features/jobs-desk/load-jobs.ts'
import { loadMail } from '../features/mail/load-mail.ts'
import { loadMailbox } from '../features/mail/load-mailbox.ts'
import { loadOrder } from '../features/money-desk/load-order.ts'
import { loadOrders } from '../features/money-desk/load-orders.ts'
import { loadPayments } from '../features/money-desk/load-payments.ts'
import { loadDatabase } from '../features/national-events/load-database.ts'
import { loadNationalImport } from '../features/national-import/load-national-import.ts'
import { loadOverview } from '../features/overview/load-overview.ts'
import { loadCheckout } from '../features/packages/load-checkout.ts'
import { loadPartners } from '../features/partners/load-partners.ts'
import { loadPartnersDesk } from '../features/partners-desk/load-partners-desk.ts'
import { loadInvitation } from '../features/people/load-invitation.ts'
import { loadPeople } from '../features/people/load-people.ts'
import { loadPerson } from '../features/people/load-person.ts'
import { loadConfirmation } from '../features/press/load-confirmation.ts'
import { loadPress } from '../features/press/load-press.ts'
import { loadUnsubscribe } from '../features/press/load-unsubscribe.ts'
import { loadComplaint } from '../features/privacy/load-complaint.ts'
import { loadComplaintDesk } from '../features/privacy/load-complaint-desk.ts'
import { loadComplaintsDesk } from '../features/privacy/load-complaints-desk.ts'
import { loadPrivacyDesk } from '../features/privacy/load-privacy-desk.ts'
import { loadQuickApply } from '../features/quick-apply/load-quick-apply.ts'
import { loadEvent } from '../features/register/load-event.ts'
import { loadEvents } from '../features/register/load-events.ts'
import { loadListings } from '../features/register/load-listings.ts'
import { loadEntry } from '../features/register-desk/load-entry.ts'
import { loadRegisterDesk } from '../features/register-desk/load-register.ts'
import { loadAnswer } from '../features/review/load-answer.ts'
import { loadQueue } from '../features/review/load-queue.ts'
import { loadReview } from '../features/review/load-review.ts'
import { loadAccount } from '../features/sign-in/load-account.ts'
import { loadSecondFactor } from '../features/sign-in/load-second-factor.ts'
import { loadSignIn } from '../features/sign-in/load-sign-in.ts'
import { loadWebinar } from '../features/webinar/load-webinar.ts'
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
