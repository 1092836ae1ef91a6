import type { SqlRunner, Transaction } from '#database/sql.ts'
import { type PromotionDate, type PromotionPage, startOf } from '#domain/promotion-date.ts'
import { moveMail as eveningMail } from '#features/site/boxing/mails.ts'
import { moveMail as webinarMail } from '#features/site/webinar/mails.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'

/**
 * A cached page that is made of it carries `pageTags.contentFlags`.
 * @param lock until the transaction ends; with `share` nobody changes it, so that what is booked in the transaction is for this date.
 */
export async function readPromotionDate(
  sql: SqlRunner,
  page: PromotionPage,
  lock: 'share' | 'update' | null = null,
): Promise<PromotionDate> {
  const [date] = await sql<PromotionDate[]>`
    select day::text as day, to_char(starts_at, 'HH24:MI') as time, first_day::text as "firstDay", revision
    from promotion_dates where page = ${page}::text
    ${lock === 'share' ? sql`for share` : sql``} ${lock === 'update' ? sql`for update` : sql``}`
  return date!
}

/** @returns the ids of the reservations or sign-ups of the event. */
export async function movePromotion(
  sql: Transaction,
  page: PromotionPage,
  before: PromotionDate,
  after: PromotionDate,
): Promise<string[]> {
  const moved =
    page === 'boxing'
      ? await sql<{ id: string }[]>`
          with moved as (update boxing_seats set event_on = ${after.day}::date where event_on = ${before.day}::date)
          select id from boxing_reservations where event_on = ${before.day}::date`
      : await sql<{ id: string }[]>`
          update webinar_sign_ups set webinar_at = ${startOf(after)}::timestamptz
          where webinar_at = ${startOf(before)}::timestamptz
          returning id`
  return moved.map(({ id }) => id)
}

/** Emails each of them the present date, once for each date. */
export async function tellMoved(page: PromotionPage, ids: string[], services: Services): Promise<void> {
  await services.sql.begin(async (sql) => {
    const when = await readPromotionDate(sql, page, 'share')
    const mails =
      page === 'boxing'
        ? (
            await sql<{ id: string; email: string }[]>`
              select id, email from boxing_reservations where id = any(${ids}::uuid[]) and email <> ''`
          ).map((person) => eveningMail(person, when))
        : (
            await sql<{ id: string; email: string }[]>`
              select id, email from webinar_sign_ups where id = any(${ids}::uuid[])`
          ).map((person) => webinarMail(person, when, services))
    for (const mail of mails) await queueMail(sql, mail, services)
  })
}
