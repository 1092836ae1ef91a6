import type { Transaction } from '#database/sql.ts'
import { type PromotionDate, type PromotionPage, startOf } from '#domain/promotion-date.ts'
import { moveMail as eveningMail } from '#features/site/boxing/server/move-mail.ts'
import { listReservations, moveSeats } from '#features/site/boxing/server/queries.ts'
import { moveMail as webinarMail } from '#features/site/webinar/server/move-mail.ts'
import { listSignUps, moveSignUps } from '#features/site/webinar/server/queries.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { holdPromotionDate } from './promotion-dates.ts'

/** Moves the reservations or sign-ups of a promotional page's event to its new date. @returns their ids. */
export async function movePromotion(
  transaction: Transaction,
  page: PromotionPage,
  before: PromotionDate,
  after: PromotionDate,
): Promise<string[]> {
  const moved =
    page === 'boxing'
      ? await moveSeats(transaction, { from: before.day, to: after.day })
      : await moveSignUps(transaction, { from: startOf(before), to: startOf(after) })
  return moved.map(({ id }) => id)
}

/** Mails the present date to these reservations or sign-ups; to each once for a date, however often it is called. */
export async function tellMoved(page: PromotionPage, ids: string[], services: Services): Promise<void> {
  await services.sql.begin(async (transaction) => {
    const when = await holdPromotionDate(transaction, page)
    const mails =
      page === 'boxing'
        ? (await listReservations(transaction, { ids })).map((person) => eveningMail(person, when))
        : (await listSignUps(transaction, { ids })).map((person) => webinarMail(person, when, services))
    for (const mail of mails) await queueMail(transaction, mail, services)
  })
}
