import { camel } from '#database/camel.ts'
import { remindedUntil, reminderDays } from '#domain/listing-term.ts'
import { vatOfRenewal } from '#features/payments/checkout/server/vat-of.ts'
import { type Order, orderColumns, readFunnelApplication } from '#features/payments/server/queries.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { renewalReminderMail } from './renewal-mails.ts'

const atATime = 100

/**
 * Each reminder is taken and its email written in one transaction, so that it goes out once; where nothing ran for weeks, the later one alone.
 * A monthly subscription has none: its reminder would come on the day of its payment. @returns how many were written.
 */
export async function remindRenewals(services: Services): Promise<number> {
  let reminded = 0
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
        const unconfirmed = open.length > 0 ? services.env.renewUnconfirmed : null
        await queueMail(tx, renewalReminderMail({ ...order, vat }, application!, days, unconfirmed), services)
      }
      return due.length
    })
  }
}

export async function remindRenewalsJob(_: Record<string, never>, services: Services): Promise<void> {
  await remindRenewals(services)
}
