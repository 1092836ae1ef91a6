import { camel } from '#database/camel.ts'
import { paidFor } from '#domain/money.ts'
import { changeOrder } from '#features/payments/fulfilment/server/change-order.ts'
import { setOrderStatus } from '#features/payments/fulfilment/server/queries.ts'
import { writeChange, writeOrder } from '#features/payments/fulfilment/server/write-order.ts'
import { refundBySite } from '#features/payments/refunds/server/refund-order.ts'
import { goldDays } from '#features/payments/rules.ts'
import { entryMail, payersFacts } from '#features/payments/server/order-mails.ts'
import { readFunnelApplication } from '#features/payments/server/queries.ts'
import type { Services } from '#requests/services.ts'
import { endGoldAward, giveGold } from './give-gold.ts'

const atATime = 100

/** Run again, it changes nothing. */
export async function giveGoldAward({ applicationId }: { applicationId: string }, services: Services): Promise<void> {
  await writeChange(services, async (tx) => ({ outcome: null, mails: await giveGold(tx, services, applicationId) }))
}

/** Run again at once, it changes nothing more. */
export async function endWaitingAwards(_: Record<string, never>, services: Services): Promise<void> {
  const now = services.now().toISOString()
  // What the provider has refused waits for a person.
  const overdue = await camel(services.sql)<{ orderId: string }[]>`
    select g.order_id from gold_awards as g join orders as o on o.id = g.order_id
    where g.given_at is null and g.waits_until <= ${now}::timestamptz and o.status = 'paid'
      and not exists (select from order_refunds as r where r.order_id = g.order_id and r.state = 'failed')
    order by g.waits_until
    limit ${atATime}::int`
  for (const { orderId } of overdue) await payBack(services, orderId)
}

async function payBack(services: Services, orderId: string): Promise<void> {
  const order = await writeOrder(services, orderId, async (tx, order) => {
    const mails = await giveGold(tx, services, order!.applicationId)
    // Before the money goes back, so that it is not given in between.
    const ended = await endGoldAward(tx, { orderId, now: services.now().toISOString() })
    return { outcome: ended.length > 0 ? order! : null, mails }
  })
  if (!order) return
  if (paidFor(order) === 0) {
    await changeOrder(services, orderId, async (tx, order) => {
      await setOrderStatus(tx, { orderId, status: 'cancelled' })
      const [application] = await readFunnelApplication(tx, { applicationId: order.applicationId })
      const ended = entryMail('award-ended', orderId, application!, 'Your Gold award has ended')`
        Your event did not reach the score for Gold within ${goldDays} days, so you do not get the award. You paid nothing for it.

        ${payersFacts(order, application!)}`
      return { outcome: 'cancelled', mails: [ended] }
    })
    return
  }
  const reason = `The score for Gold was not reached within ${goldDays} days`
  const refund = await refundBySite(services, orderId, reason, 'Awards that wait')
  if (refund.kind !== 'refunded')
    services.log.error('waiting award not refunded', { order: orderId, outcome: refund.kind })
}
