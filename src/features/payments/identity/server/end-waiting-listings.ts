import { camel } from '#database/camel.ts'
import type { Instant } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import { paidFor } from '#domain/money.ts'
import { openDecisions } from '#domain/open-decisions.ts'
import { changeOrder } from '#features/payments/fulfilment/server/change-order.ts'
import { publishWaiting } from '#features/payments/fulfilment/server/publish-listing.ts'
import { setOrderStatus } from '#features/payments/fulfilment/server/queries.ts'
import { waitDays, waitReminderDays } from '#features/payments/identity/rules.ts'
import { checkIdentity } from '#features/payments/identity/server/check-identity.ts'
import { refundBySite } from '#features/payments/refunds/server/refund-order.ts'
import {
  type Id,
  type Order,
  orderColumns,
  readFunnelApplication,
  readOrder,
} from '#features/payments/server/queries.ts'
import { endSubscription } from '#features/payments/subscriptions/server/end-subscription.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { waitEndedMail, waitReminderMail } from './identity-mails.ts'
import { endWaits } from './queries.ts'

const atATime = 100
const day = 24 * 60 * 60 * 1000
/** Between two reminders, and between the last one and the end, at least so many days: also where nothing ran for weeks. */
const daysApart = 4

/** Publishes what waits for nothing any more, reminds twice, and after thirty days refunds. Run again at once, it changes nothing more. */
export async function endWaitingListings(_: Record<string, never>, services: Services): Promise<void> {
  await publishWaiting(services)
  for (const [index, days] of waitReminderDays.entries()) await remind(services, index + 1, days)
  const now = services.now().toISOString()
  const overdue = await services.sql<Id[]>`
    select id from orders
    where waits_since is not null and waits_since <= ${now}::timestamptz - make_interval(days => ${waitDays}::int)
      and wait_reminders >= ${waitReminderDays.length}::int
      and wait_reminded_at <= ${now}::timestamptz - make_interval(days => ${daysApart}::int)
    order by waits_since
    limit ${atATime}::int`
  for (const { id } of overdue) await endListing(services, id)
}

async function remind(services: Services, time: number, days: number): Promise<void> {
  await services.sql.begin(async (tx) => {
    const now = services.now().toISOString()
    // Those that have waited so many days, the last reminder some days ago: they count as reminded.
    const taken = await camel(tx)<(Order & { waitsSince: Instant })[]>`
      with due as (
        select id from orders
        where waits_since is not null and waits_since <= ${now}::timestamptz - make_interval(days => ${days}::int)
          and wait_reminders = ${time}::int - 1
          and (wait_reminded_at is null or wait_reminded_at <= ${now}::timestamptz - make_interval(days => ${daysApart}::int))
        order by waits_since
        limit ${atATime}::int
        for update skip locked
      )
      update orders set wait_reminders = ${time}::int, wait_reminded_at = ${now}::timestamptz
      where id in (select id from due)
      returning ${orderColumns(tx)}, waits_since`
    for (const order of taken) {
      const { applicationId, waitsSince } = order
      const [application] = await readFunnelApplication(tx, { applicationId })
      const judged = await checkIdentity(tx, applicationId, paidFor(order), londonDay(services.now()))
      const end = Date.parse(waitsSince) + waitDays * day
      const until = new Date(Math.max(end, services.now().getTime() + daysApart * day)).toISOString()
      await queueMail(tx, waitReminderMail(order, application!, judged!.waits, until, time), services)
    }
  })
}

/** What the provider does not answer to is done by the next run. */
async function endListing(services: Services, orderId: string): Promise<void> {
  const [order] = await readOrder(services.sql, { orderId })
  if (!order) return
  if (paidFor(order) > 0) {
    const reason = `Not published within ${waitDays} days`
    const refund = await refundBySite(services, orderId, reason, 'Listings that wait')
    const isBack = refund.kind === 'refunded' || refund.kind === 'nothing-left' || refund.kind === 'nothing-taken'
    if (!isBack) {
      services.log.error('waiting listing not refunded', { order: orderId, outcome: refund.kind })
      return
    }
  }
  if (order.subscriptionId && (await endSubscription(services, order.subscriptionId))) return
  await changeOrder(services, orderId, async (tx, ended) => {
    const { applicationId } = ended
    if (ended.status === 'paid') await setOrderStatus(tx, { orderId, status: 'cancelled' })
    await endWaits(tx, { applicationId })
    await tx<Record<string, never>[]>`delete from coupon_redemptions where order_id = ${orderId}::uuid`
    const [application] = await readFunnelApplication(tx, { applicationId })
    const mayListAgain = openDecisions(application!, londonDay(services.now())).sell === null
    return { outcome: 'cancelled', mails: [waitEndedMail(ended, application!, mayListAgain)] }
  })
}

/** Ends the subscription of an order that has ended here. @throws while the provider does not answer: the queue tries again. */
export async function endSubscriptionJob({ orderId }: { orderId: string }, services: Services): Promise<void> {
  const [order] = await readOrder(services.sql, { orderId })
  if (order?.status !== 'cancelled' || !order.subscriptionId) return
  if (await endSubscription(services, order.subscriptionId)) throw new Error('The payment provider did not answer.')
}
