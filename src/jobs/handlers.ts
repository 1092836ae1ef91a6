import type { JobName, JobPayloads } from '../database/add-job.ts'
import { releaseUnconfirmedSeats } from '../features/boxing/confirm-reservations.ts'
import { tellEveningMoved } from '../features/boxing/move-evening.ts'
import { deliverCrmUpdate } from '../features/crm/deliver-crm-update.ts'
import { deleteExpiredDrafts } from '../features/draft/delete-expired-drafts.ts'
import { endSubscriptionJob, endWaitingListings } from '../features/funnel/end-waiting-listings.ts'
import { reconcilePayments } from '../features/funnel/reconcile-payments.ts'
import { remindRenewalsJob } from '../features/funnel/remind-renewals.ts'
import { workOffPaymentEvent } from '../features/funnel/work-off-payment-event.ts'
import { resumeMails, sendMail } from '../features/mail/send-mail.ts'
import { runImport } from '../features/national-import/run-import.ts'
import { forgetPressRequests, sendReleases } from '../features/press/send-releases.ts'
import { runRetention } from '../features/privacy/run-retention.ts'
import { lapseExpiredJob } from '../features/register/lapse-expired.ts'
import { tellWebinarMoved } from '../features/webinar/move-webinar.ts'
import { forgetCompanyAnswers } from '../providers/companies/remembering-companies.ts'
import type { Services } from '../services.ts'
import { addressConfirmed } from './address-confirmed.ts'

/** Does a job's work. It runs at least once: running it again must change nothing. */
export type JobHandler<Name extends JobName> = (payload: JobPayloads[Name], services: Services) => Promise<void>

/** Which code does which job. */
export const jobHandlers: { [Name in JobName]: JobHandler<Name> } = {
  'work-off-payment-event': workOffPaymentEvent,
  'reconcile-payments': reconcilePayments,
  'lapse-expired-entries': lapseExpiredJob,
  'remind-renewals': remindRenewalsJob,
  'send-mail': sendMail,
  'national-import': runImport,
  'release-unconfirmed-seats': releaseUnconfirmedSeats,
  'resume-mails': resumeMails,
  'forget-company-answers': forgetCompanyAnswers,
  'delete-expired-drafts': deleteExpiredDrafts,
  'deliver-crm-update': deliverCrmUpdate,
  'send-press-releases': sendReleases,
  'forget-press-requests': forgetPressRequests,
  'run-retention': runRetention,
  'tell-moved-date': ({ page, ids }, services) =>
    (page === 'boxing' ? tellEveningMoved : tellWebinarMoved)(ids, services),
  'end-waiting-listings': endWaitingListings,
  'end-subscription': endSubscriptionJob,
  'address-confirmed': addressConfirmed,
}

/** Jobs by the clock (cron, UTC). */
export const jobSchedule: { job: JobName; cron: string }[] = [
  { job: 'delete-expired-drafts', cron: '41 * * * *' },
  { job: 'reconcile-payments', cron: '7,27,47 * * * *' },
  { job: 'release-unconfirmed-seats', cron: '*/5 * * * *' },
  { job: 'resume-mails', cron: '*/5 * * * *' },
  { job: 'forget-company-answers', cron: '17 * * * *' },
  { job: 'lapse-expired-entries', cron: '*/5 * * * *' },
  { job: 'end-waiting-listings', cron: '51 * * * *' },
  { job: 'remind-renewals', cron: '33 8-17 * * *' },
  { job: 'send-press-releases', cron: '23 * * * *' },
  { job: 'run-retention', cron: '11 2 * * *' },
  { job: 'forget-press-requests', cron: '41 3 * * *' },
]
