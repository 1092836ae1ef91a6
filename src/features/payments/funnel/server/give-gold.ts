import { camel } from '#database/camel.ts'
import type { SqlRunner, Transaction } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { goldDays, goldWaitWords } from '#features/payments/rules.ts'
import { entryMail, orderWorkMail, payersFacts } from '#features/payments/server/order-mails.ts'
import { type Order, readFunnelApplication, readOrder } from '#features/payments/server/queries.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import type { Services } from '#requests/services.ts'

type AwardServices = Pick<Services, 'brand' | 'env' | 'now'>

/** Given at once where the entry was assessed with the score. @returns until when it waits, null where it is given. */
export async function bookGold(
  tx: Transaction,
  services: AwardServices,
  order: Order,
): Promise<{ waitsUntil: Instant | null; mails: MailDraft[] }> {
  const { id: orderId, applicationId } = order
  const until = new Date(services.now().getTime() + goldDays * 86_400_000).toISOString()
  // One that has waited before keeps its day.
  await tx<Record<string, never>[]>`
    insert into gold_awards (order_id, application_id, waits_until)
    values (${orderId}::uuid, ${applicationId}::uuid, ${until}::timestamptz)
    on conflict (order_id) do nothing`
  const mails = await giveGold(tx, services, applicationId)
  const [award] = await readGoldAward(tx, { orderId })
  return { waitsUntil: award!.givenAt ? null : award!.waitsUntil, mails }
}

/** Gives the awards that wait, where the entry was assessed with the score. @returns the emails to its buyer and the team. */
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
    const given = entryMail('award-given', order!.id, application!, 'Your event has the Gold award')`
      Your event reached the score for Gold, and the register now shows it as Gold. We will make the trophy and the framed certificate, and ask you where to send them.

      ${payersFacts(order!, application!)}`
    mails.push(given, orderWorkMail(order!, application!, services.brand)!)
  }
  await placeGold(tx, { applicationId, now })
  return mails
}

export const readGoldAward = (sql: SqlRunner, { orderId }: { orderId: string }) => camel(sql)<
  { waitsUntil: Instant; givenAt: Instant | null }[]
>`
  select waits_until, given_at from gold_awards where order_id = ${orderId}::uuid`

/** Its entry is shown as Gold since the day of its award, while that is given and paid. */
export const placeGold = (sql: SqlRunner, { applicationId, now }: { applicationId: string; now: string }) => sql<
  Record<string, never>[]
>`
  with stands as (
    select max(g.given_at at time zone 'Europe/London')::date as since
    from gold_awards as g join orders as o on o.id = g.order_id
    where g.application_id = ${applicationId}::uuid and g.given_at is not null and o.status = 'paid'
  )
  update register_entries as e set gold_on = stands.since, updated_at = ${now}::timestamptz
  from stands
  where e.application_id = ${applicationId}::uuid and e.gold_on is distinct from stands.since`

/** No row for one that was given. */
export const endGoldAward = (sql: SqlRunner, { orderId, now }: { orderId: string; now: string }) => camel(sql)<
  { orderId: string }[]
>`
  update gold_awards set ended_at = coalesce(ended_at, ${now}::timestamptz)
  where order_id = ${orderId}::uuid and given_at is null
  returning order_id`

export function withGoldWords(receipt: MailDraft, until: Instant, minScore: number): MailDraft {
  const paragraph = { kind: 'paragraph' as const, text: goldWaitWords(minScore, londonDateOf(until)) }
  return { ...receipt, body: [...receipt.body.slice(0, -1), paragraph, ...receipt.body.slice(-1)] }
}
