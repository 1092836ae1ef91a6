import type { Duty } from '../domain/duties.ts'
import { actAccess } from '../features/access/act-access.ts'
import { actAccessLink } from '../features/access/act-access-link.ts'
import { actMyApplications } from '../features/access/act-my-applications.ts'
import { loadAccess } from '../features/access/load-access.ts'
import { loadAccessLink } from '../features/access/load-access-link.ts'
import { loadMyApplications } from '../features/access/load-my-applications.ts'
import { actApply } from '../features/application/act-apply.ts'
import { actPreApproved } from '../features/application/act-pre-approved.ts'
import { loadApply } from '../features/application/load-apply.ts'
import { loadPreApproved } from '../features/application/load-pre-approved.ts'
import { loadAuditLog } from '../features/audit/load-audit-log.ts'
import { loadSignInLog } from '../features/audit/load-sign-in-log.ts'
import { loadFixedPage } from '../features/authority/load-fixed-page.ts'
import { actBooking } from '../features/booking/act-booking.ts'
import { loadBooking } from '../features/booking/load-booking.ts'
import { actBoxing } from '../features/boxing/act-boxing.ts'
import { loadBoxing } from '../features/boxing/load-boxing.ts'
import { actCallTimes } from '../features/call-times-desk/act-call-times.ts'
import { loadCallTimes } from '../features/call-times-desk/load-call-times.ts'
import { loadVerification } from '../features/certificate/load-verification.ts'
import { loadVerify } from '../features/certificate/load-verify.ts'
import { actContact } from '../features/contact/act-contact.ts'
import { loadContact } from '../features/contact/load-contact.ts'
import { actContentDesk } from '../features/content-desk/act-content-desk.ts'
import { loadContentDesk } from '../features/content-desk/load-content-desk.ts'
import { actLetter } from '../features/correspondence/act-letter.ts'
import { loadLetter } from '../features/correspondence/load-letter.ts'
import { loadLetters } from '../features/correspondence/load-letters.ts'
import { actCouponsDesk } from '../features/coupons-desk/act-coupons-desk.ts'
import { loadCouponsDesk } from '../features/coupons-desk/load-coupons-desk.ts'
import { actCrmDesk } from '../features/crm/act-crm-desk.ts'
import { loadCrmDesk } from '../features/crm/load-crm-desk.ts'
import { actExtras } from '../features/funnel/act-extras.ts'
import { actFunnelSuccess } from '../features/funnel/act-funnel-success.ts'
import { actListingCheckout, actListingFallback } from '../features/funnel/act-listing-checkout.ts'
import { actAds, actAward, actMarketing } from '../features/funnel/act-upsell.ts'
import { loadAccreditationSuccess } from '../features/funnel/load-accreditation-success.ts'
import { loadFunnelSuccess } from '../features/funnel/load-funnel-success.ts'
import { loadListingCheckout } from '../features/funnel/load-listing-checkout.ts'
import { loadListingFallback } from '../features/funnel/load-listing-fallback.ts'
import { loadAds, loadAward, loadMarketing } from '../features/funnel/load-upsell.ts'
import { loadHome } from '../features/home/load-home.ts'
import { actJobs } from '../features/jobs-desk/act-jobs.ts'
import { loadJobs } from '../features/jobs-desk/load-jobs.ts'
import { actMail } from '../features/mail/act-mail.ts'
import { actMailbox } from '../features/mail/act-mailbox.ts'
import { loadMail } from '../features/mail/load-mail.ts'
import { loadMailbox } from '../features/mail/load-mailbox.ts'
import { actOrder } from '../features/money-desk/act-order.ts'
import { actPayments } from '../features/money-desk/act-payments.ts'
import { loadOrder } from '../features/money-desk/load-order.ts'
import { loadOrders } from '../features/money-desk/load-orders.ts'
import { loadPayments } from '../features/money-desk/load-payments.ts'
import { loadDatabase } from '../features/national-events/load-database.ts'
import { actNationalImport } from '../features/national-import/act-national-import.ts'
import { loadNationalImport } from '../features/national-import/load-national-import.ts'
import { loadOverview } from '../features/overview/load-overview.ts'
import { loadCheckout } from '../features/packages/load-checkout.ts'
import { loadPartners } from '../features/partners/load-partners.ts'
import { actPartnersDesk } from '../features/partners-desk/act-partners-desk.ts'
import { loadPartnersDesk } from '../features/partners-desk/load-partners-desk.ts'
import { actInvitation } from '../features/people/act-invitation.ts'
import { actPeople } from '../features/people/act-people.ts'
import { actPerson } from '../features/people/act-person.ts'
import { loadInvitation } from '../features/people/load-invitation.ts'
import { loadPeople } from '../features/people/load-people.ts'
import { loadPerson } from '../features/people/load-person.ts'
import { actConfirmation } from '../features/press/act-confirmation.ts'
import { actPress } from '../features/press/act-press.ts'
import { actUnsubscribe } from '../features/press/act-unsubscribe.ts'
import { loadConfirmation } from '../features/press/load-confirmation.ts'
import { loadPress } from '../features/press/load-press.ts'
import { loadUnsubscribe } from '../features/press/load-unsubscribe.ts'
import { actComplaint } from '../features/privacy/act-complaint.ts'
import { actComplaintDesk } from '../features/privacy/act-complaint-desk.ts'
import { actPrivacyDesk } from '../features/privacy/act-privacy-desk.ts'
import { loadComplaint } from '../features/privacy/load-complaint.ts'
import { loadComplaintDesk } from '../features/privacy/load-complaint-desk.ts'
import { loadComplaintsDesk } from '../features/privacy/load-complaints-desk.ts'
import { loadPrivacyDesk } from '../features/privacy/load-privacy-desk.ts'
import { actQuickApply } from '../features/quick-apply/act-quick-apply.ts'
import { loadQuickApply } from '../features/quick-apply/load-quick-apply.ts'
import { loadEvent } from '../features/register/load-event.ts'
import { loadEvents } from '../features/register/load-events.ts'
import { loadListings } from '../features/register/load-listings.ts'
import { actEntry } from '../features/register-desk/act-entry.ts'
import { loadEntry } from '../features/register-desk/load-entry.ts'
import { loadRegisterDesk } from '../features/register-desk/load-register.ts'
import { actAnswer } from '../features/review/act-answer.ts'
import { actReview } from '../features/review/act-review.ts'
import { loadAnswer } from '../features/review/load-answer.ts'
import { loadQueue } from '../features/review/load-queue.ts'
import { loadReview } from '../features/review/load-review.ts'
import { actAccount } from '../features/sign-in/act-account.ts'
import { actSecondFactor } from '../features/sign-in/act-second-factor.ts'
import { actSignIn } from '../features/sign-in/act-sign-in.ts'
import { loadAccount } from '../features/sign-in/load-account.ts'
import { loadSecondFactor } from '../features/sign-in/load-second-factor.ts'
import { loadSignIn } from '../features/sign-in/load-sign-in.ts'
import { actWebinar } from '../features/webinar/act-webinar.ts'
import { loadWebinar } from '../features/webinar/load-webinar.ts'
import type { Action, Loader } from '../page-loader.ts'
import type { PageId } from '../page-patterns.ts'
import { loadApiDocs } from './load-api-docs.ts'

export type PageHandler = {
  load: Loader<unknown>
  /** Takes the page's own form post. */
  act?: Action<unknown>
  /** Its form may carry files: up to 512 KB in all. */
  takesFiles?: true
  /** The duty it takes. Without a signed-in admin the answer is the sign-in page, which leads back here. */
  permission?: Duty
  /**
   * Its post is taken from anywhere and whatever its body holds, for its address is the proof: mail programs post to the address of
   * an unsubscribe link (RFC 8058), as a form with or without parts.
   */
  oneClick?: true
  /** Never kept and never waited for: each request makes its own. Pages of the desk are so anyway. */
  personal?: true
}

/** Who loads what: every page that a path can name. */
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
  press: { load: loadPress, act: actPress as Action<unknown> },
  pressConfirmation: { load: loadConfirmation, act: actConfirmation as Action<unknown>, personal: true },
  pressUnsubscribe: { load: loadUnsubscribe, act: actUnsubscribe as Action<unknown>, personal: true, oneClick: true },
  contact: { load: loadContact, act: actContact },
  apply: { load: loadApply, act: actApply as Action<unknown> },
  applyAlias: { load: loadApply, act: actApply as Action<unknown> },
  applicationApproved: { load: loadPreApproved, act: actPreApproved as Action<unknown>, personal: true },
  preApproved: { load: loadPreApproved, act: actPreApproved as Action<unknown>, personal: true },
  checkout: { load: loadCheckout, personal: true },
  booking: { load: loadBooking, act: actBooking as Action<unknown>, personal: true },
  quickApply: { load: loadQuickApply, act: actQuickApply as Action<unknown> },
  boxing: { load: loadBoxing, act: actBoxing as Action<unknown> },
  webinar: { load: loadWebinar, act: actWebinar as Action<unknown> },
  verify: { load: loadVerify },
  verification: { load: loadVerification },
  myApplications: { load: loadMyApplications, act: actMyApplications as Action<unknown>, personal: true },
  access: { load: loadAccess, act: actAccess as Action<unknown>, personal: true },
  accessLink: { load: loadAccessLink, act: actAccessLink as Action<unknown>, personal: true },
  signIn: { load: loadSignIn, act: actSignIn as Action<unknown>, personal: true },
  secondFactor: { load: loadSecondFactor, act: actSecondFactor as Action<unknown>, personal: true },
  invitation: { load: loadInvitation, act: actInvitation as Action<unknown>, personal: true },
  privacy: { load: loadFixedPage },
  cookies: { load: loadFixedPage },
  complaints: { load: loadComplaint, act: actComplaint as Action<unknown> },
  privacyDesk: { load: loadPrivacyDesk, act: actPrivacyDesk as Action<unknown>, permission: 'privacy' },
  complaintsDesk: { load: loadComplaintsDesk, permission: 'correspondence' },
  complaintDesk: { load: loadComplaintDesk, act: actComplaintDesk as Action<unknown>, permission: 'correspondence' },
  auditLog: { load: loadAuditLog, permission: 'audit' },
  signInLog: { load: loadSignInLog, permission: 'audit' },
  people: { load: loadPeople, act: actPeople as Action<unknown>, permission: 'people' },
  person: { load: loadPerson, act: actPerson as Action<unknown>, permission: 'people' },
  account: { load: loadAccount, act: actAccount as Action<unknown>, permission: 'desk' },
  admin: { load: loadOverview, permission: 'desk' },
  queue: { load: loadQueue, permission: 'review' },
  answer: { load: loadAnswer, act: actAnswer as Action<unknown>, personal: true },
  registerDesk: { load: loadRegisterDesk, permission: 'register' },
  entryDesk: { load: loadEntry, act: actEntry as Action<unknown>, permission: 'register' },
  nationalImport: {
    load: loadNationalImport,
    act: actNationalImport as Action<unknown>,
    permission: 'register',
    takesFiles: true,
  },
  letters: { load: loadLetters, permission: 'correspondence' },
  letter: { load: loadLetter, act: actLetter as Action<unknown>, permission: 'correspondence' },
  jobs: { load: loadJobs, act: actJobs as Action<unknown>, permission: 'mail' },
  partnersDesk: { load: loadPartnersDesk, act: actPartnersDesk as Action<unknown>, permission: 'register' },
  contentDesk: { load: loadContentDesk, act: actContentDesk as Action<unknown>, permission: 'register' },
  couponsDesk: { load: loadCouponsDesk, act: actCouponsDesk as Action<unknown>, permission: 'money' },
  callTimesDesk: { load: loadCallTimes, act: actCallTimes as Action<unknown>, permission: 'register' },
  orders: { load: loadOrders, permission: 'money' },
  order: { load: loadOrder, act: actOrder as Action<unknown>, permission: 'money' },
  payments: { load: loadPayments, act: actPayments as Action<unknown>, permission: 'money' },
  crmDesk: { load: loadCrmDesk, act: actCrmDesk as Action<unknown>, permission: 'mail' },
  mailbox: { load: loadMailbox, act: actMailbox as Action<unknown>, permission: 'mail' },
  mail: { load: loadMail, act: actMail as Action<unknown>, permission: 'mail' },
  review: { load: loadReview, act: actReview as Action<unknown>, permission: 'review' },
  listingCheckout: { load: loadListingCheckout, act: actListingCheckout as Action<unknown>, personal: true },
  listingCheckoutFallback: { load: loadListingFallback, act: actListingFallback as Action<unknown>, personal: true },
  accreditationSuccess: { load: loadAccreditationSuccess, act: actExtras as Action<unknown>, personal: true },
  awardUpsell: { load: loadAward, act: actAward as Action<unknown>, personal: true },
  marketingUpsell: { load: loadMarketing, act: actMarketing as Action<unknown>, personal: true },
  adsUpsell: { load: loadAds, act: actAds as Action<unknown>, personal: true },
  funnelSuccess: { load: loadFunnelSuccess, act: actFunnelSuccess as Action<unknown>, personal: true },
} as unknown as Record<PageId, PageHandler>
