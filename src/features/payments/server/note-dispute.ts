import { carries, roles } from '#domain/permissions.ts'
import { hasDisputeEnded } from '#features/payments/rules.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Dispute } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import { disputeMail } from './dispute-mail.ts'
import { keepDispute, listHolders } from './movement-queries.ts'
import { readFunnelApplication, readOrder } from './queries.ts'

/**
 * Keeps a dispute as the provider holds it, and tells those who look after the money: once when it is opened (an early warning counts as one of its own),
 * and once for each way in which it ends.
 *
 * @param orderId null where the order does not exist here.
 */
export async function noteDispute(
  services: Services,
  orderId: string | null,
  dispute: Dispute & { paymentIntentId: string },
): Promise<void> {
  const { sql, now, brand } = services
  const hasEnded = hasDisputeEnded(dispute.status)
  await sql.begin(async (tx) => {
    const [kept] = await keepDispute(tx, { ...dispute, orderId, hasEnded, now: now().toISOString() })
    if (!kept) return
    const [order] = orderId ? await readOrder(tx, { orderId }) : []
    const [application] = order ? await readFunnelApplication(tx, { applicationId: order.application_id }) : []
    const about = order && application ? { order, application } : null
    const team = await listHolders(tx, { roles: roles.filter((role) => carries([role], 'money')) })
    // Where nobody has an account for it, the team's own mailbox.
    for (const to of team.length > 0 ? team : [{ name: brand.name, email: brand.email }]) {
      await queueMail(tx, disputeMail(to, dispute, about), services)
    }
  })
}
