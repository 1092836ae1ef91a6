import type { Transaction } from '#database/sql.ts'
import { goldDays } from '#features/payments/rules.ts'
import { orderWorkMail } from '#features/payments/server/order-mails.ts'
import { type Order, readFunnelApplication, readOrder } from '#features/payments/server/queries.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { awardGivenMail } from './gold-mails.ts'
import { addGoldAward, giveReached, placeGold, readGoldAward } from './gold-queries.ts'

type Giving = Pick<Services, 'brand' | 'env' | 'now'>

/**
 * Books a paid Gold award: it is given at once where the entry was assessed with the score, and waits for that otherwise.
 *
 * @returns until when it waits, as ISO time in UTC; null where it is given.
 */
export async function bookGold(tx: Transaction, services: Giving, order: Order): Promise<string | null> {
  const { id: orderId, application_id: applicationId } = order
  const until = new Date(services.now().getTime() + goldDays * 86_400_000).toISOString()
  await addGoldAward(tx, { orderId, applicationId, until })
  await giveGold(tx, services, applicationId)
  const [award] = await readGoldAward(tx, { orderId })
  return award!.given_at ? null : award!.waits_until
}

/** Gives the awards of an application that wait, where its entry was assessed with the score: its buyer and the team are told. */
export async function giveGold(tx: Transaction, services: Giving, applicationId: string): Promise<void> {
  const now = services.now().toISOString()
  for (const { order_id: orderId } of await giveReached(tx, {
    applicationId,
    minScore: services.env.goldMinScore,
    now,
  })) {
    const [order] = await readOrder(tx, { orderId })
    const [application] = await readFunnelApplication(tx, { applicationId })
    await queueMail(tx, awardGivenMail(order!, application!), services)
    await queueMail(tx, orderWorkMail(order!, application!, services.brand)!, services)
  }
  await placeGold(tx, { applicationId, now })
}
