import type { JobName, JobPayloads } from '#database/add-job.ts'
import { deliverCrmUpdate } from '#features/applications/crm/server/queue-crm-update.ts'
import { deleteExpiredDrafts } from '#features/applications/draft/server/save-draft.ts'
import { askToConfirm } from '#features/applications/own-application/confirm/server/ask-to-confirm.ts'
import { readIncomingMail } from '#features/applications/review/emails/server/read-incoming-mail.ts'
import { mailWaitingCopies } from '#features/applications/server/mail-applicant.ts'
import { compareOfficers } from '#features/applications/server/sample-application.ts'
import { remindConditions } from '#features/assessments/cases/server/conditions.ts'
import { tellEvidenceWanted } from '#features/assessments/cases/server/judge-criterion.ts'
import { followExpiry } from '#features/assessments/evidence/server/expiry/follow-expiry.ts'
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

type TimedJob<Name extends JobName> = { cron: string; run: JobHandler<Name> }

/** Also started by the clock, in UTC. */
const timed = <Run>(cron: string, run: Run) => ({ cron, run })

const jobs: { [Name in JobName]: JobHandler<Name> | TimedJob<Name> } = {
  'process-payment-event': processPaymentEvent,
  // Its first name: jobs that the release before has queued are still carried out.
  'work-off-payment-event': processPaymentEvent,
  'reconcile-payments': timed('7,27,47 * * * *', reconcilePayments),
  'fill-ledger': async (_, services, stopping) => {
    await fillLedger(services, { stopping })
  },
  'issue-documents': issueDocuments,
  'lapse-expired-entries': timed('*/5 * * * *', lapseExpiredJob),
  'remind-renewals': timed('33 8-17 * * *', remindRenewalsJob),
  'ask-to-confirm': timed('27 * * * *', askToConfirm),
  'accredit-assured': timed('23 * * * *', accreditAssured),
  'give-gold-award': giveGoldAward,
  'end-waiting-awards': timed('37 * * * *', endWaitingAwards),
  'follow-evidence-expiry': timed('3,13,23,33,43,53 * * * *', followExpiry),
  'send-mail': sendMail,
  'read-incoming-mail': readIncomingMail,
  'national-import': runImport,
  'release-unconfirmed-seats': timed('*/5 * * * *', releaseUnconfirmedSeats),
  'forget-company-answers': timed('17 * * * *', forgetCompanyAnswers),
  'delete-expired-drafts': timed('41 * * * *', deleteExpiredDrafts),
  'deliver-crm-update': deliverCrmUpdate,
  'send-press-releases': timed('23 * * * *', sendReleases),
  'forget-press-requests': timed('41 3 * * *', forgetPressRequests),
  'run-retention': timed('11 2 * * *', runRetention),
  'make-data-files': timed('13 * * * *', makeDataFiles),
  'compare-names': timed('9,19,29,39,49,59 * * * *', compareNames),
  'compare-officers': compareOfficers,
  'tell-moved-date': ({ page, ids }, services) => tellMoved(page, ids, services),
  'end-waiting-listings': timed('51 * * * *', endWaitingListings),
  'end-subscription': endSubscriptionJob,
  'cancel-listing': carryOutCancellation,
  'address-confirmed': addressConfirmed,
  'check-evidence-file': checkEvidenceFile,
  'delete-stored-file': deleteStoredFile,
  'tell-evidence-wanted': tellEvidenceWanted,
  'remind-conditions': timed('47 7 * * *', (_, services) => remindConditions(services)),
  'delete-unfinished-uploads': timed('29 * * * *', deleteUnfinishedUploads),
  'tell-followers': tellFollowers,
  'tell-holders': tellHolders,
  'tell-credential-holders': tellCredentialHolders,
  // Monday morning in London, with later tries for a missed hour.
  'tell-weekly-followers': timed('5 7-11 * * 1', tellWeeklyFollowers),
  'send-webhooks': timed('* * * * *', sendDeliveries),
  'mail-waiting-work': timed('*/2 * * * *', (_, services) => mailWaitingWork(services)),
}

const entries = Object.entries(jobs) as [JobName, JobHandler<JobName> | TimedJob<JobName>][]

export const jobHandlers = Object.fromEntries(entries.map(([name, job]) => [name, 'run' in job ? job.run : job])) as {
  [Name in JobName]: JobHandler<Name>
}

export const jobSchedule = entries.flatMap(([job, entry]) => ('cron' in entry ? [{ job, cron: entry.cron }] : []))

/** After the commit: at once, and again if the process ends in between. */
export async function addressConfirmed({ addressId }: { addressId: string }, services: Services): Promise<void> {
  const [confirmed] = await services.sql<{ email: string }[]>`
    select email from confirmed_addresses where id = ${addressId}::uuid`
  if (!confirmed) return
  const { email } = confirmed
  await mailWaitingCopies(services, email)
  await publishWaiting(services, { email })
  await confirmReservations(services, email)
}
