import type { Services } from '#requests/services.ts'
import { type RetentionId, retentionPeriods } from '../rules.ts'
import { emptyOldApplications } from './empty-old-applications.ts'
import { purgeEndedEvidence } from './purge-evidence.ts'
import { purgeUnseenEvidence } from './purge-unseen-evidence.ts'
import {
  addRetentionRun,
  purgeAccessLinks,
  purgeAddressLinks,
  purgeApiKeys,
  purgeBounces,
  purgeCalls,
  purgeComplaints,
  purgeConcerns,
  purgeConfirmedAddresses,
  purgeEnquiries,
  purgeFailedChecks,
  purgeFollowRequests,
  purgeInvitations,
  purgeLeads,
  purgeLookAlikeNames,
  purgeMailAttachments,
  purgeMails,
  purgePaymentEvents,
  purgeQuestionLinks,
  purgeRateLimits,
  purgeReservations,
  purgeSessions,
  purgeSignInEvents,
  purgeSignUps,
  purgeWebhookDeliveries,
  purgeWebhookLinks,
  purgeWebhooks,
  type Removal,
} from './retention-queries.ts'

const removals: Record<Exclude<RetentionId, 'applications' | 'evidence' | 'unseen-evidence'>, Removal> = {
  enquiries: purgeEnquiries,
  leads: purgeLeads,
  'sign-ups': purgeSignUps,
  reservations: purgeReservations,
  complaints: purgeComplaints,
  concerns: purgeConcerns,
  calls: purgeCalls,
  mails: purgeMails,
  'mail-attachments': purgeMailAttachments,
  bounces: purgeBounces,
  'access-links': purgeAccessLinks,
  'address-links': purgeAddressLinks,
  'confirmed-addresses': purgeConfirmedAddresses,
  'follow-requests': purgeFollowRequests,
  'webhook-links': purgeWebhookLinks,
  'webhook-deliveries': purgeWebhookDeliveries,
  webhooks: purgeWebhooks,
  'question-links': purgeQuestionLinks,
  'payment-events': purgePaymentEvents,
  'sign-in-events': purgeSignInEvents,
  'rate-limits': purgeRateLimits,
  'failed-checks': purgeFailedChecks,
  'look-alike-names': purgeLookAlikeNames,
  sessions: purgeSessions,
  invitations: purgeInvitations,
  'api-keys': purgeApiKeys,
}

/**
 * Removes what is past its period (`rules.ts`), each kind in a statement of its own, and writes down how many rows went. Run again at
 * once, it finds nothing more.
 */
export async function runRetention(
  _: Record<string, never>,
  services: Pick<Services, 'sql' | 'now' | 'brand' | 'env'>,
): Promise<void> {
  const { sql, now } = services
  const startedAt = now()
  const removed: Record<string, number> = {}
  for (const period of retentionPeriods) {
    if (period.id === 'unseen-evidence') {
      removed[period.id] = await purgeUnseenEvidence(services)
      continue
    }
    const { id, months } = period
    const moment = monthsBefore(startedAt, months).toISOString()
    const now = startedAt.toISOString()
    if (id === 'applications')
      removed[id] = await sql.begin((transaction) => emptyOldApplications(transaction, { moment, now }))
    else if (id === 'evidence')
      removed[id] = await sql.begin((transaction) => purgeEndedEvidence(transaction, { moment, now }))
    else removed[id] = (await removals[id](sql, { moment })).length
  }
  await addRetentionRun(sql, { startedAt: startedAt.toISOString(), finishedAt: now().toISOString(), removed })
}

/** The same moment so many months earlier; of a day that the month does not have, its last. */
function monthsBefore(moment: Date, months: number): Date {
  const earlier = new Date(moment)
  earlier.setUTCDate(1)
  earlier.setUTCMonth(earlier.getUTCMonth() - months)
  const daysOfMonth = new Date(Date.UTC(earlier.getUTCFullYear(), earlier.getUTCMonth() + 1, 0)).getUTCDate()
  earlier.setUTCDate(Math.min(moment.getUTCDate(), daysOfMonth))
  return earlier
}
