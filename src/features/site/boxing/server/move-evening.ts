import { holdPromotionDate } from '../../../../database/promotion-dates.ts'
import type { Transaction } from '../../../../database/sql.ts'
import type { PromotionDate } from '../../../../domain/promotion-date.ts'
import type { Services } from '../../../../requests/services.ts'
import { queueMail } from '../../../mail/server/queue-mail.ts'
import { moveMail } from './move-mail.ts'
import { listReservations, moveSeats } from './queries.ts'

/** Takes the reservations along to the evening's new date. @returns their ids. */
export async function moveEvening(
  transaction: Transaction,
  before: PromotionDate,
  after: PromotionDate,
): Promise<string[]> {
  return (await moveSeats(transaction, { from: before.day, to: after.day })).map(({ id }) => id)
}

/** Mails the date as it stands to these reservations; to each once for a date, however often it is called. */
export async function tellEveningMoved(ids: string[], services: Services): Promise<void> {
  await services.sql.begin(async (transaction) => {
    const when = await holdPromotionDate(transaction, 'boxing')
    for (const person of await listReservations(transaction, { ids }))
      await queueMail(transaction, moveMail(person, when), services)
  })
}
