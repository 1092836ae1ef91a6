import { camel } from '#database/camel.ts'
import type { Transaction } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { goldDays } from '#features/payments/rules.ts'
import { orderWorkMail } from '#features/payments/server/order-mails.ts'
import { type Order, readFunnelApplication, readOrder } from '#features/payments/server/queries.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import type { Services } from '#requests/services.ts'
import { awardGivenMail } from './gold-mails.ts'
import { placeGold, readGoldAward } from './gold-queries.ts'

type AwardServices = Pick<Services, 'brand' | 'env' | 'now'>

/**
 * Books a paid Gold award: it is given at once where the entry was assessed with the score, and waits for that otherwise.
 *
 * @returns until when it waits, null where it is given; and the emails to send.
 */
export async function bookGold(
  tx: Transaction,
  services: AwardServices,
  order: Order,
): Promise<{ waitsUntil: Instant | null; mails: MailDraft[] }> {
  const { id: orderId, application_id: applicationId } = order
  const until = new Date(services.now().getTime() + goldDays * 86_400_000).toISOString()
  // One that has waited before keeps its day.
  await tx<Record<string, never>[]>`
    insert into gold_awards (order_id, application_id, waits_until)
    values (${orderId}::uuid, ${applicationId}::uuid, ${until}::timestamptz)
    on conflict (order_id) do nothing`
  const mails = await giveGold(tx, services, applicationId)
  const [award] = await readGoldAward(tx, { orderId })
  return { waitsUntil: award!.given_at ? null : award!.waits_until, mails }
}

/**
 * Gives the awards of an application that wait, where its entry was assessed with the score.
 *
 * @returns the emails to its buyer and the team.
 */
export async function giveGold(tx: Transaction, services: AwardServices, applicationId: string): Promise<MailDraft[]> {
  const now = services.now().toISOString()
  const given = await camel(tx)<{ orderId: string }[]>`
    update gold_awards as g set given_at = ${now}::timestamptz
    from orders as o, register_entries as e
    where g.application_id = ${applicationId}::uuid and g.given_at is null and g.ended_at is null
      and o.id = g.order_id and o.status = 'paid'
      and e.application_id = g.application_id and e.assurance = 'assessed' and e.score >= ${services.env.goldMinScore}::int
      and register_status(e.status, e.valid_until) = 'active'
    returning g.order_id`
  const mails: MailDraft[] = []
  for (const { orderId } of given) {
    const [order] = await readOrder(tx, { orderId })
    const [application] = await readFunnelApplication(tx, { applicationId })
    mails.push(awardGivenMail(order!, application!), orderWorkMail(order!, application!, services.brand)!)
  }
  await placeGold(tx, { applicationId, now })
  return mails
}
