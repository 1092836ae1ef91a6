import { actAccess } from '../features/applications/access/server/act-access.ts'
import { actAccessLink } from '../features/applications/access/server/act-access-link.ts'
import { actMyApplications } from '../features/applications/access/server/act-my-applications.ts'
import { actCrmDesk } from '../features/applications/crm/server/act-crm-desk.ts'
import { actApply } from '../features/applications/server/act-apply.ts'
import { actPreApproved } from '../features/assessments/recognition/server/act-pre-approved.ts'
import { actBooking } from '../features/assessments/server/act-booking.ts'
import { actCallTimes } from '../features/assessments/times/server/act-call-times.ts'
import { actAddressConfirmation } from '../features/mail/address-confirmation/server/act-address-confirmation.ts'
import { actMail } from '../features/mail/server/act-mail.ts'
import { actMailbox } from '../features/mail/server/act-mailbox.ts'
import { actNationalImport } from '../features/national-events/import/server/act-national-import.ts'
import { actContentDesk } from '../features/operations/content/server/act-content-desk.ts'
import { actJobs } from '../features/operations/jobs/server/act-jobs.ts'
import { actAnswer } from '../features/operations/review/server/act-answer.ts'
import { actReview } from '../features/operations/review/server/act-review.ts'
import { actLetter } from '../features/operations/submissions/server/act-letter.ts'
import { actOrder } from '../features/payments/admin/server/act-order.ts'
import { actPayments } from '../features/payments/admin/server/act-payments.ts'
import { actCouponsDesk } from '../features/payments/coupons/admin/server/act-coupons-desk.ts'
import { actExtras } from '../features/payments/server/act-extras.ts'
import { actFunnelSuccess } from '../features/payments/server/act-funnel-success.ts'
import { actListingCheckout, actListingFallback } from '../features/payments/server/act-listing-checkout.ts'
import { actAds, actAward, actMarketing } from '../features/payments/server/act-upsell.ts'
import { actComplaint } from '../features/people/privacy/server/act-complaint.ts'
import { actComplaintDesk } from '../features/people/privacy/server/act-complaint-desk.ts'
import { actPrivacyDesk } from '../features/people/privacy/server/act-privacy-desk.ts'
import { actAccount } from '../features/people/sign-in/server/act-account.ts'
import { actSecondFactor } from '../features/people/sign-in/server/act-second-factor.ts'
import { actSignIn } from '../features/people/sign-in/server/act-sign-in.ts'
import { actInvitation } from '../features/people/staff/server/act-invitation.ts'
import { actPeople } from '../features/people/staff/server/act-people.ts'
import { actPerson } from '../features/people/staff/server/act-person.ts'
import { actEntry } from '../features/register/admin/server/act-entry.ts'
import { actBoxing } from '../features/site/boxing/server/act-boxing.ts'
import { actContact } from '../features/site/contact/server/act-contact.ts'
import { actPartnersDesk } from '../features/site/partners/admin/server/act-partners-desk.ts'
import { actConfirmation } from '../features/site/press/server/act-confirmation.ts'
import { actPress } from '../features/site/press/server/act-press.ts'
import { actUnsubscribe } from '../features/site/press/server/act-unsubscribe.ts'
import { actQuickApply } from '../features/site/quick-apply/server/act-quick-apply.ts'
import { actWebinar } from '../features/site/webinar/server/act-webinar.ts'
import type { Action } from '../page-loader.ts'
import type { PageId } from '../page-patterns.ts'

export type PageAction = {
  act: Action<unknown>
  /** Its form may carry files: up to 512 KB in all. */
  takesFiles?: true
  /**
   * Its post is taken from anywhere and whatever its body holds, for its address is the proof: mail programs post to the address of
   * an unsubscribe link (RFC 8058), as a form with or without parts.
   */
  oneClick?: true
}

/**
 * Who takes the form that a page posts to itself. Apart from the pages' loaders, because what forms are checked with takes longer
 * to load than all pages: a process that starts shows pages before it has this.
 */
export const pageActions: Partial<Record<PageId, PageAction>> = {
  press: { act: actPress },
  pressConfirmation: { act: actConfirmation },
  pressUnsubscribe: { act: actUnsubscribe, oneClick: true },
  contact: { act: actContact },
  apply: { act: actApply },
  applyAlias: { act: actApply },
  applicationApproved: { act: actPreApproved },
  preApproved: { act: actPreApproved },
  booking: { act: actBooking },
  quickApply: { act: actQuickApply },
  boxing: { act: actBoxing },
  webinar: { act: actWebinar },
  myApplications: { act: actMyApplications },
  access: { act: actAccess },
  accessLink: { act: actAccessLink },
  addressConfirmation: { act: actAddressConfirmation },
  signIn: { act: actSignIn },
  secondFactor: { act: actSecondFactor },
  invitation: { act: actInvitation },
  complaints: { act: actComplaint },
  privacyDesk: { act: actPrivacyDesk },
  complaintDesk: { act: actComplaintDesk },
  people: { act: actPeople },
  person: { act: actPerson },
  account: { act: actAccount },
  answer: { act: actAnswer },
  entryDesk: { act: actEntry },
  nationalImport: { act: actNationalImport, takesFiles: true },
  letter: { act: actLetter },
  jobs: { act: actJobs },
  partnersDesk: { act: actPartnersDesk },
  contentDesk: { act: actContentDesk },
  couponsDesk: { act: actCouponsDesk },
  callTimesDesk: { act: actCallTimes },
  order: { act: actOrder },
  payments: { act: actPayments },
  crmDesk: { act: actCrmDesk },
  mailbox: { act: actMailbox },
  mail: { act: actMail },
  review: { act: actReview },
  listingCheckout: { act: actListingCheckout },
  listingCheckoutFallback: { act: actListingFallback },
  accreditationSuccess: { act: actExtras },
  awardUpsell: { act: actAward },
  marketingUpsell: { act: actMarketing },
  adsUpsell: { act: actAds },
  funnelSuccess: { act: actFunnelSuccess },
}
