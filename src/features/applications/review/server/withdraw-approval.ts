import { camel } from '#database/camel.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Admin } from '#domain/permissions.ts'
import { closePaymentPages, endOpenOrders } from '#features/payments/checkout/server/end-open-orders.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { approvalWithdrawnMail } from '../mails.ts'
import { closeSample, lockApplication } from '../queries.ts'

type Withdrawal =
  | 'withdrawn'
  | 'not-found'
  | 'not-approved'
  /** Something was paid: the entry can be suspended instead. */
  | 'not-withdrawable'
  /** It is being paid by a slow method, or the provider cannot say. */
  | 'not-now'

/**
 * Only until something was paid. Payments of the last moment are recorded first; the row is then locked, as every checkout does, so that no
 * payment page opens at the same time. A page that is paid all the same publishes nothing, and is a finding for a person
 * (`fulfilCheckout`).
 */
export async function withdrawApproval(
  services: Services,
  { applicationId, reason, admin }: { applicationId: string; reason: string; admin: Admin },
): Promise<Withdrawal> {
  const { brand, payments } = services
  if (!(await closePaymentPages(services, applicationId))) return 'not-now'
  const left: string[] = []
  const outcome = await services.sql.begin(async (tx): Promise<Withdrawal> => {
    const sql = camel(tx)
    const now = services.now().toISOString()
    const [application] = await lockApplication(sql, { id: applicationId })
    if (!application) return 'not-found'
    if (application.status !== 'approved') return 'not-approved'
    const ended = await endOpenOrders(tx, applicationId)
    if (!ended) return 'not-withdrawable'
    left.push(...ended)
    const why = reason.trim()
    const [withdrawn] = await sql<{ decision: number }[]>`
      with withdrawn as (
        update applications set status = 'submitted', updated_at = ${now}::timestamptz
        where id = ${applicationId}::uuid and status = 'approved'
        returning id
      )
      insert into application_decisions (application_id, decision, decided_by, decided_by_name, reason, decided_at)
      select id, 'withdrawn', ${admin.id}::text, ${admin.name}::text, ${why}::text, ${now}::timestamptz from withdrawn
      returning id as decision`
    await closeSample(sql, { applicationId, outcome: 'withdrawn', personId: admin.id, personName: admin.name, now })
    const { reference, title, contactName, email } = application
    const summary = { applicationId, decision: withdrawn!.decision, reference, title, contactName, email }
    await queueMail(tx, approvalWithdrawnMail(summary, why, brand), services)
    await recordChange(tx, {
      actor: byPerson(admin),
      subject: { kind: 'application', id: applicationId },
      action: 'approval-withdrawn',
      before: { status: 'approved' },
      after: { status: 'submitted' },
    })
    return 'withdrawn'
  })
  if (outcome === 'withdrawn') for (const session of left) await payments.expireCheckoutSession(session)
  return outcome
}
