import { takeDueReminders } from '#features/payments/fulfilment/server/fulfilment-queries.ts'
import { reminderDays } from '#features/payments/rules.ts'
import { readFunnelApplication } from '#features/payments/server/queries.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { renewalReminderMail } from './renewal-mails.ts'

const atATime = 100

/**
 * Reminds the payers of listings whose year ends soon: 30 days before, and 7 days before. Each reminder is taken and its mail written
 * in one transaction, so that it goes out once, however often and in however many processes this runs. Where nothing ran for weeks,
 * the later reminder alone goes out. A monthly subscription has none: its reminder would come on the day of its payment.
 *
 * @returns how many were written.
 */
export async function remindRenewals(services: Services): Promise<number> {
  let reminded = 0
  // The nearest first: whoever gets that one needs no earlier one any more.
  for (const days of reminderDays.toReversed()) {
    for (let taken = atATime; taken === atATime; reminded += taken) taken = await remind(days)
  }
  return reminded

  async function remind(days: number): Promise<number> {
    return await services.sql.begin(async (tx) => {
      const due = await takeDueReminders(tx, { now: services.now().toISOString(), days, limit: atATime })
      for (const order of due) {
        const [application] = await readFunnelApplication(tx, { applicationId: order.application_id })
        await queueMail(tx, renewalReminderMail(order, application!, days), services)
      }
      return due.length
    })
  }
}

/** The same as a job by the clock. */
export async function remindRenewalsJob(_: Record<string, never>, services: Services): Promise<void> {
  await remindRenewals(services)
}
