import { holdPromotionDate } from '../../../../database/promotion-dates.ts'
import type { Transaction } from '../../../../database/sql.ts'
import type { PromotionDate } from '../../../../domain/promotion-date.ts'
import type { Services } from '../../../../requests/services.ts'
import { queueMail } from '../../../mail/server/queue-mail.ts'
import { startOf } from '../rules.ts'
import { moveMail } from './move-mail.ts'
import { listSignUps, moveSignUps } from './queries.ts'

/** Takes those who have signed up along to the webinar's new date. @returns the ids of their sign-ups. */
export async function moveWebinar(
  transaction: Transaction,
  before: PromotionDate,
  after: PromotionDate,
): Promise<string[]> {
  return (await moveSignUps(transaction, { from: startOf(before), to: startOf(after) })).map(({ id }) => id)
}

/** Mails the date as it stands to these sign-ups; to each once for a date, however often it is called. */
export async function tellWebinarMoved(ids: string[], services: Services): Promise<void> {
  await services.sql.begin(async (transaction) => {
    const when = await holdPromotionDate(transaction, 'webinar')
    for (const person of await listSignUps(transaction, { ids }))
      await queueMail(transaction, moveMail(person, when, services), services)
  })
}
