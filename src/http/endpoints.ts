import { type CallId, type CallMethod, routeOfCall } from '#api.ts'
import { updateCrmStatus } from '#features/applications/crm/server.ts'
import {
  deleteApplicationDraft,
  getApplicationDraft,
  saveApplicationDraft,
  sendApplicationDraftLink,
} from '#features/applications/draft/server/api.ts'
import {
  getAddress,
  getCompany,
  lookUpCompanies,
  searchAddresses,
  searchCompanies,
} from '#features/applications/lookup/server/api.ts'
import { changeApplication } from '#features/applications/own-application/server/change-application.ts'
import { withdrawApplication } from '#features/applications/own-application/server/withdraw-application.ts'
import { receiveMail } from '#features/applications/review/emails/server/receive-mail.ts'
import { exportApplications, getArrivals } from '#features/applications/review/queue/server.ts'
import { adminApprove } from '#features/applications/review/server/decide-application.ts'
import {
  getApplication,
  getOrganisation,
  postApplication,
  postOrganisation,
} from '#features/applications/server/api.ts'
import { judgeCriterion } from '#features/assessments/cases/server/judge-criterion.ts'
import { readAssessment } from '#features/assessments/cases/server/readers.ts'
import { exportAssessments } from '#features/assessments/cases/server.ts'
import { getCriteria } from '#features/assessments/criteria/server/read-criteria.ts'
import {
  cancelEvidenceUpload,
  finishEvidenceUpload,
  readEvidenceUpload,
  sendEvidencePiece,
  startEvidenceUpload,
} from '#features/assessments/files/server/api.ts'
import { bookAssessment } from '#features/assessments/server/book-call.ts'
import { listAssessmentTimes } from '#features/assessments/server/free-times.ts'
import { reportConcern } from '#features/concerns/line/server.ts'
import { receiveBounces } from '#features/mailbox/bounces/server/receive-bounces.ts'
import { getMailAttachment, getMailHtml } from '#features/mailbox/server.ts'
import { beginNationalImport, sendNationalImportPiece } from '#features/national-events/import/server.ts'
import { listNationalEvents, suggestNationalEvents } from '#features/national-events/server/api.ts'
import { searchAdmin } from '#features/operations/search/server.ts'
import { exportCorrespondence } from '#features/operations/submissions/server.ts'
import { exportCustomers } from '#features/payments/admin/customers/server.ts'
import { exportRefunds } from '#features/payments/admin/refunds/server.ts'
import { exportOrders } from '#features/payments/admin/server/orders.ts'
import { createListingSession } from '#features/payments/checkout/server/listing-checkout.ts'
import { removeCoupon } from '#features/payments/checkout/server/remove-coupon.ts'
import { postValidateCoupon } from '#features/payments/coupons/server/api.ts'
import { receiveStripeEvent } from '#features/payments/fulfilment/server/process-payment-event.ts'
import { createExtrasSession } from '#features/payments/funnel/server/accreditation-success.ts'
import { upsellSessions } from '#features/payments/funnel/server/upsell.ts'
import { exportJournal } from '#features/payments/months/server/journal.ts'
import { ordersByApplication } from '#features/payments/server/api.ts'
import { createPortalSession } from '#features/payments/subscriptions/server/open-billing-portal.ts'
import { exportAuditLog } from '#features/people/audit-log/server.ts'
import { privacyExport } from '#features/people/privacy/server.ts'
import { verifyCredential } from '#features/proof/credential/server/verify-credential.ts'
import { check, listChanges } from '#features/proof/open-data/server/api.ts'
import { exportRegister } from '#features/register/admin/server/register-list.ts'
import { getCertificate } from '#features/register/certificate/server.ts'
import { getEvent, listEvents, listListings } from '#features/register/server/api.ts'
import { suggest } from '#features/register/server/suggest.ts'
import { reserveBoxingTickets } from '#features/site/boxing/server.ts'
import { sendEnquiry } from '#features/site/contact/server.ts'
import { listPartners } from '#features/site/partners/server.ts'
import { subscribeToPress } from '#features/site/press/server.ts'
import { leaveQuickApplyLead } from '#features/site/quick-apply/server.ts'
import { signUpForWebinar } from '#features/site/webinar/server.ts'
import type { Endpoint } from '#requests/command.ts'

/** By area of the OpenAPI document: a missing call does not compile. */
const byArea = {
  Register: {
    listEvents,
    listListings,
    getEvent,
    suggest,
    listNationalEvents,
    suggestNationalEvents,
    listPartners,
    getCertificate,
    getCriteria,
  },
  'Open data': { listChanges, check, verifyCredential },
  Applications: {
    createOrganisation: postOrganisation,
    getOrganisation,
    createApplication: postApplication,
    getApplication,
    getApplicationDraft,
    saveApplicationDraft,
    sendApplicationDraftLink,
    deleteApplicationDraft,
    listAssessmentTimes,
    bookAssessment,
    startEvidenceUpload,
    readEvidenceUpload,
    sendEvidencePiece,
    finishEvidenceUpload,
    cancelEvidenceUpload,
    updateCrmStatus,
  },
  Payments: {
    listOrders: ordersByApplication,
    removeCoupon,
    changeApplication,
    withdrawApplication,
    createListingSession,
    ...upsellSessions,
    createExtrasSession,
    createPortalSession,
    receiveStripeEvent,
    validateCoupon: postValidateCoupon,
  },
  'Look-ups': { lookUpCompanies, getCompany, searchCompanies, searchAddresses, getAddress },
  'Enquiries and sign-ups': {
    sendEnquiry,
    reportConcern,
    subscribeToPress,
    leaveQuickApplyLead,
    reserveBoxingTickets,
    signUpForWebinar,
  },
  Administration: {
    decideApplication: adminApprove,
    judgeCriterion,
    readAssessment,
    countArrivals: getArrivals,
    exportAuditLog,
    exportPerson: privacyExport,
    exportCorrespondence,
    getMailHtml,
    getMailAttachment,
    exportApplications,
    exportAssessments,
    exportRegister,
    searchAdmin,
    exportOrders,
    exportRefunds,
    exportCustomers,
    exportJournal,
    beginNationalImport,
    sendNationalImportPiece,
    receiveBounces,
    receiveMail,
  },
}
const byId: Record<CallId, Endpoint> = {
  ...byArea.Register,
  ...byArea['Open data'],
  ...byArea.Applications,
  ...byArea.Payments,
  ...byArea['Look-ups'],
  ...byArea['Enquiries and sign-ups'],
  ...byArea.Administration,
}

export type RoutedCall = Endpoint & { id: string; method: CallMethod; path: string }

export const areas: Record<string, RoutedCall[]> = Object.fromEntries(
  Object.entries(byArea).map(([area, named]) => [
    area,
    (Object.keys(named) as CallId[]).map((id) => ({ id, ...routeOfCall(id), ...byId[id] })),
  ]),
)

export const endpoints: RoutedCall[] = Object.values(areas).flat()
