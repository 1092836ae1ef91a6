import { actAccess } from '../features/access/act-access.ts'
import { actAccessLink } from '../features/access/act-access-link.ts'
import { actMyApplications } from '../features/access/act-my-applications.ts'
import { actAddressConfirmation } from '../features/address-confirmation/act-address-confirmation.ts'
import { actApply } from '../features/application/act-apply.ts'
import { actPreApproved } from '../features/application/act-pre-approved.ts'
import { actBooking } from '../features/booking/act-booking.ts'
import { actBoxing } from '../features/boxing/act-boxing.ts'
import { actCallTimes } from '../features/call-times-desk/act-call-times.ts'
import { actContact } from '../features/contact/act-contact.ts'
import { actContentDesk } from '../features/content-desk/act-content-desk.ts'
import { actLetter } from '../features/correspondence/act-letter.ts'
import { actCouponsDesk } from '../features/coupons-desk/act-coupons-desk.ts'
import { actCrmDesk } from '../features/crm/act-crm-desk.ts'
import { actExtras } from '../features/funnel/act-extras.ts'
import { actFunnelSuccess } from '../features/funnel/act-funnel-success.ts'
import { actListingCheckout, actListingFallback } from '../features/funnel/act-listing-checkout.ts'
import { actAds, actAward, actMarketing } from '../features/funnel/act-upsell.ts'
import { actJobs } from '../features/jobs-desk/act-jobs.ts'
import { actMail } from '../features/mail/act-mail.ts'
import { actMailbox } from '../features/mail/act-mailbox.ts'
import { actOrder } from '../features/money-desk/act-order.ts'
import { actPayments } from '../features/money-desk/act-payments.ts'
import { actNationalImport } from '../features/national-import/act-national-import.ts'
import { actPartnersDesk } from '../features/partners-desk/act-partners-desk.ts'
import { actInvitation } from '../features/people/act-invitation.ts'
import { actPeople } from '../features/people/act-people.ts'
import { actPerson } from '../features/people/act-person.ts'
import { actConfirmation } from '../features/press/act-confirmation.ts'
import { actPress } from '../features/press/act-press.ts'
import { actUnsubscribe } from '../features/press/act-unsubscribe.ts'
import { actComplaint } from '../features/privacy/act-complaint.ts'
import { actComplaintDesk } from '../features/privacy/act-complaint-desk.ts'
import { actPrivacyDesk } from '../features/privacy/act-privacy-desk.ts'
import { actQuickApply } from '../features/quick-apply/act-quick-apply.ts'
import { actEntry } from '../features/register-desk/act-entry.ts'
import { actAnswer } from '../features/review/act-answer.ts'
import { actReview } from '../features/review/act-review.ts'
import { actAccount } from '../features/sign-in/act-account.ts'
import { actSecondFactor } from '../features/sign-in/act-second-factor.ts'
import { actSignIn } from '../features/sign-in/act-sign-in.ts'
import { actWebinar } from '../features/webinar/act-webinar.ts'
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
