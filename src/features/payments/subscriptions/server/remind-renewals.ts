import { camel } from '#database/camel.ts'
import { monthlyReminderMonths, remindedUntil, reminderDays, unpaidReminderDays } from '#domain/listing-term.ts'
import { vatOfRenewal } from '#features/payments/checkout/server/vat-of.ts'
import { type Order, orderColumns, readFunnelApplication } from '#features/payments/server/queries.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { followSubscription } from './follow-subscription.ts'
import { monthlyReminderMail, renewalReminderMail, renewalUnpaidMail } from './renewal-mails.ts'

const atATime = 100

/**
 * Each reminder is taken and its email written in one transaction, so that it goes out once; where nothing ran for weeks, the later one alone.
 * Of what is paid monthly every sixth charge is told of. @returns how many were written.
 */
export async function remindRenewals(services: Services): Promise<number> {
  let reminded = await remindMonthly(services)
  // The nearest first: its payer needs no earlier one any more.
  for (const days of reminderDays.toReversed()) {
    for (let taken = atATime; taken === atATime; reminded += taken) taken = await remind(days)
  }
  return reminded

  async function remind(days: number): Promise<number> {
    return await services.sql.begin(async (tx) => {
      const now = services.now().toISOString()
      const due = await camel(tx)<Order[]>`
        with due as (
          select id from orders
          where status = 'paid' and type = 'listing' and subscription_id is not null and payment_failed_at is null
            and covers_until > ${now}::timestamptz
            and covers_until <= ${remindedUntil(services.now(), days)}::timestamptz
            and (reminded_of is distinct from covers_until or reminded_days > ${days}::int)
          order by covers_until
          limit ${atATime}::int
          for update skip locked
        )
        update orders set reminded_of = covers_until, reminded_days = ${days}::int
        where id in (select id from due)
        returning ${orderColumns(tx)}`
      for (const order of due) {
        const [application] = await readFunnelApplication(tx, { applicationId: order.applicationId })
        const open = await tx<Record<string, never>[]>`
          select from renewal_confirmations
          where application_id = ${order.applicationId}::uuid and covers_until = ${order.coversUntil}::timestamptz
            and confirmed_at is null`
        const vat = vatOfRenewal(services, order.coversUntil!, application!.vatNumber)
        const charged = await tx<Record<string, never>[]>`
          select from order_renewals where order_id = ${order.id}::uuid limit 1`
        const unconfirmed = open.length > 0 ? services.env.renewUnconfirmed : null
        await queueMail(
          tx,
          renewalReminderMail({ ...order, vat }, application!, days, { unconfirmed, isFirst: charged.length === 0 }),
          services,
        )
      }
      return due.length
    })
  }
}

async function remindMonthly(services: Services): Promise<number> {
  return await services.sql.begin(async (tx) => {
    const days = reminderDays[1]
    const due = await camel(tx)<Order[]>`
      update orders set reminded_of = covers_until, reminded_days = ${days}::int
      where id in (
        select id from (
          select id, covers_until at time zone 'UTC' as ends, paid_at at time zone 'UTC' as began from orders
          where status = 'paid' and type <> 'listing' and subscription_id is not null and payment_failed_at is null
            and not renewal_stopped and covers_until > ${services.now().toISOString()}::timestamptz
            and covers_until <= ${remindedUntil(services.now(), days)}::timestamptz
            and reminded_of is distinct from covers_until
        ) as o
        where mod((12 * (extract(year from ends) - extract(year from began)) + extract(month from ends) - extract(month from began))::int,
          ${monthlyReminderMonths}::int) = 0
      )
      returning ${orderColumns(tx)}`
    for (const order of due) {
      const [application] = await readFunnelApplication(tx, { applicationId: order.applicationId })
      const vat = vatOfRenewal(services, order.coversUntil!, application!.vatNumber)
      await queueMail(tx, monthlyReminderMail({ ...order, vat }, application!), services)
    }
    return due.length
  })
}

/**
 * Listings and subscriptions whose term is over and that nobody has paid yet. The provider is asked of each, so that nobody is reminded of what was paid
 * meanwhile or is under way, and no listing lapses while a debit is; where nothing ran for weeks, the later reminder goes out alone.
 * @returns how many were reminded.
 */
export async function followUnpaid(services: Services): Promise<number> {
  const now = services.now()
  const failedBefore = (days: number) => remindedUntil(now, -days)
  const [first, second] = unpaidReminderDays
  // Days after the charge are counted as days before it are, below zero.
  const due = await camel(services.sql)<{ id: string; subscriptionId: string; days: number | null }[]>`
    select id, subscription_id, days from (
      select o.id, o.subscription_id, o.covers_until, e.valid_until,
        case when o.payment_failed_at <= ${failedBefore(second)}::timestamptz then ${second}::int
          when o.payment_failed_at <= ${failedBefore(first)}::timestamptz then ${first}::int end as days,
        case when o.reminded_of = o.covers_until then o.reminded_days else 0 end as reminded_days
      from orders as o
      left join register_entries as e
        on o.type = 'listing' and e.application_id = o.application_id and e.status in ('active', 'listed', 'refused')
      where o.status = 'paid' and o.subscription_id is not null and o.covers_until <= ${now.toISOString()}::timestamptz
    ) as o
    where -days < reminded_days or valid_until <= ${remindedUntil(now, 1)}::timestamptz
    order by covers_until
    limit 500`
  let reminded = 0
  for (const { id: orderId, subscriptionId, days } of due) {
    const outcome = await followSubscription(services, subscriptionId)
    if (days === null || outcome === 'waiting' || outcome === 'unavailable') continue
    if (await remindUnpaid(services, orderId, days)) reminded++
  }
  return reminded
}

/** @returns whether it is still unpaid and nobody was reminded before. */
async function remindUnpaid(services: Services, orderId: string, days: number): Promise<boolean> {
  return await services.sql.begin(async (tx) => {
    const [order] = await camel(tx)<Order[]>`
      update orders set reminded_of = covers_until, reminded_days = ${-days}::int
      where id = ${orderId}::uuid and status = 'paid' and payment_failed_at is not null
        and (reminded_of is distinct from covers_until or reminded_days > ${-days}::int)
      returning ${orderColumns(tx)}`
    if (!order) return false
    const [application] = await readFunnelApplication(tx, { applicationId: order.applicationId })
    return await queueMail(tx, renewalUnpaidMail(order, application!, days), services)
  })
}

export async function remindRenewalsJob(_: Record<string, never>, services: Services): Promise<void> {
  await remindRenewals(services)
  await followUnpaid(services)
}
