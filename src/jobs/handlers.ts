import type { JobName, JobPayloads } from '#database/add-job.ts'
import { deliverCrmUpdate } from '#features/applications/crm/server/queue-crm-update.ts'
import { deleteExpiredDrafts } from '#features/applications/draft/server/save-draft.ts'
import { askToConfirm } from '#features/applications/own-application/confirm/server/ask-to-confirm.ts'
import { readIncomingMail } from '#features/applications/review/emails/server/read-incoming-mail.ts'
import { mailWaitingCopies } from '#features/applications/server/mail-applicant.ts'
import { compareOfficers } from '#features/applications/server/sample-application.ts'
import { remindConditions } from '#features/assessments/cases/server/conditions.ts'
import { tellEvidenceWanted } from '#features/assessments/cases/server/judge-criterion.ts'
import { followExpiryJob } from '#features/assessments/evidence/server/expiry/follow-expiry.ts'
import { checkEvidenceFile } from '#features/assessments/files/server/check-file.ts'
import { deleteStoredFile } from '#features/assessments/files/server/purge-file.ts'
import { deleteUnfinishedUploads } from '#features/assessments/files/server/upload.ts'
import { compareNames } from '#features/concerns/misuse/server/record-misuse.ts'
import { sendMail } from '#features/mailbox/server/send-mail.ts'
import { runImport } from '#features/national-events/server/import-national-events.ts'
import { mailWaitingWork } from '#features/operations/overview/server/mail-work.ts'
import { issueDocuments } from '#features/payments/documents/server/issue-documents.ts'
import { processPaymentEvent } from '#features/payments/fulfilment/server/process-payment-event.ts'
import { publishWaiting } from '#features/payments/fulfilment/server/publish-listing.ts'
import { reconcilePayments } from '#features/payments/fulfilment/server/reconcile-payments.ts'
import { endWaitingAwards, giveGoldAward } from '#features/payments/funnel/server/gold-award.ts'
import { endSubscriptionJob, endWaitingListings } from '#features/payments/identity/server/end-waiting-listings.ts'
import { fillLedger } from '#features/payments/ledger/server/fill-ledger.ts'
import { carryOutCancellation } from '#features/payments/subscriptions/server/end-or-cancel.ts'
import { remindRenewalsJob } from '#features/payments/subscriptions/server/remind-renewals.ts'
import { runRetention } from '#features/people/privacy/server/run-retention.ts'
import { tellCredentialHolders } from '#features/proof/credential/server/tell-credential-holders.ts'
import { makeDataFiles } from '#features/proof/open-data/files/server/make-data-files.ts'
import { lapseExpiredJob } from '#features/register/server/end-entry.ts'
import { accreditAssured } from '#features/register/server/set-assurance.ts'
import { confirmReservations, releaseUnconfirmedSeats } from '#features/site/boxing/server.ts'
import { forgetPressRequests, sendReleases } from '#features/site/press/server/releases.ts'
import { tellMoved } from '#features/site/server/promotion-dates.ts'
import { tellFollowers, tellWeeklyFollowers } from '#features/watching/server/tell-followers.ts'
import { tellHolders } from '#features/watching/server/tell-holders.ts'
import { sendDeliveries } from '#features/watching/webhooks/server/send-deliveries.ts'
import { forgetCompanyAnswers } from '#providers/companies/cached-companies.ts'
import type { Services } from '#requests/services.ts'

/** Runs at least once: again, it must change nothing. A long one throws the reason of `stopping` once aborted, and another process runs it again. */
type JobHandler<Name extends JobName> = (
  payload: JobPayloads[Name],
  services: Services,
  stopping: AbortSignal,
) => Promise<void>

export const jobHandlers: { [Name in JobName]: JobHandler<Name> } = {
  'process-payment-event': processPaymentEvent,
  // Its first name: jobs that the release before has queued are still carried out.
  'work-off-payment-event': processPaymentEvent,
  'reconcile-payments': reconcilePayments,
  'fill-ledger': async (_, services, stopping) => {
    await fillLedger(services, { stopping })
  },
  'issue-documents': issueDocuments,
  'lapse-expired-entries': lapseExpiredJob,
  'remind-renewals': remindRenewalsJob,
  'ask-to-confirm': askToConfirm,
  'accredit-assured': accreditAssured,
  'give-gold-award': giveGoldAward,
  'end-waiting-awards': endWaitingAwards,
  'follow-evidence-expiry': followExpiryJob,
  'send-mail': sendMail,
  'read-incoming-mail': readIncomingMail,
  'national-import': runImport,
  'release-unconfirmed-seats': releaseUnconfirmedSeats,
  'forget-company-answers': forgetCompanyAnswers,
  'delete-expired-drafts': deleteExpiredDrafts,
  'deliver-crm-update': deliverCrmUpdate,
  'send-press-releases': sendReleases,
  'forget-press-requests': forgetPressRequests,
  'run-retention': runRetention,
  'make-data-files': makeDataFiles,
  'compare-names': compareNames,
  'compare-officers': compareOfficers,
  'tell-moved-date': ({ page, ids }, services) => tellMoved(page, ids, services),
  'end-waiting-listings': endWaitingListings,
  'end-subscription': endSubscriptionJob,
  'cancel-listing': carryOutCancellation,
  'address-confirmed': addressConfirmed,
  'check-evidence-file': checkEvidenceFile,
  'delete-stored-file': deleteStoredFile,
  'tell-evidence-wanted': tellEvidenceWanted,
  'remind-conditions': (_, services) => remindConditions(services),
  'delete-unfinished-uploads': deleteUnfinishedUploads,
  'tell-followers': tellFollowers,
  'tell-holders': tellHolders,
  'tell-credential-holders': tellCredentialHolders,
  'tell-weekly-followers': tellWeeklyFollowers,
  'send-webhooks': sendDeliveries,
  'mail-waiting-work': (_, services) => mailWaitingWork(services),
}

export const jobSchedule: { job: JobName; cron: string }[] = [
  { job: 'delete-expired-drafts', cron: '41 * * * *' },
  { job: 'reconcile-payments', cron: '7,27,47 * * * *' },
  { job: 'release-unconfirmed-seats', cron: '*/5 * * * *' },
  { job: 'forget-company-answers', cron: '17 * * * *' },
  { job: 'lapse-expired-entries', cron: '*/5 * * * *' },
  { job: 'end-waiting-awards', cron: '37 * * * *' },
  { job: 'accredit-assured', cron: '23 * * * *' },
  { job: 'end-waiting-listings', cron: '51 * * * *' },
  { job: 'remind-renewals', cron: '33 8-17 * * *' },
  { job: 'ask-to-confirm', cron: '27 * * * *' },
  { job: 'follow-evidence-expiry', cron: '3,13,23,33,43,53 * * * *' },
  { job: 'send-press-releases', cron: '23 * * * *' },
  { job: 'delete-unfinished-uploads', cron: '29 * * * *' },
  { job: 'remind-conditions', cron: '47 7 * * *' },
  { job: 'compare-names', cron: '9,19,29,39,49,59 * * * *' },
  { job: 'make-data-files', cron: '13 * * * *' },
  { job: 'run-retention', cron: '11 2 * * *' },
  { job: 'forget-press-requests', cron: '41 3 * * *' },
  // Monday morning in London, with later tries for a missed hour.
  { job: 'tell-weekly-followers', cron: '5 7-11 * * 1' },
  { job: 'send-webhooks', cron: '* * * * *' },
  { job: 'mail-waiting-work', cron: '*/2 * * * *' },
]

type AfterConfirmation = (services: Services, email: string) => Promise<void>

/** In this order once an address is confirmed. */
const waiting: AfterConfirmation[] = [
  mailWaitingCopies,
  (services, email) => publishWaiting(services, { email }),
  confirmReservations,
]

/** After the commit: at once, and again if the process ends in between. */
export async function addressConfirmed({ addressId }: { addressId: string }, services: Services): Promise<void> {
  const [confirmed] = await services.sql<{ email: string }[]>`
    select email from confirmed_addresses where id = ${addressId}::uuid`
  if (!confirmed) return
  for (const goOn of waiting) await goOn(services, confirmed.email)
}
