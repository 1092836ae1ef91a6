import type { SqlRunner, Transaction } from '#database/sql.ts'
import type { PromotionDate, PromotionPage } from '#domain/promotion-date.ts'

/** A cached page that is made of it carries `pageTags.contentFlags`. */
export async function readPromotionDate(
  sql: SqlRunner,
  page: PromotionPage,
  { isHeld = false } = {},
): Promise<PromotionDate> {
  const [date] = await sql<PromotionDate[]>`
    select day::text as day, to_char(starts_at, 'HH24:MI') as time, first_day::text as "firstDay", revision
    from promotion_dates where page = ${page}::text
    ${isHeld ? sql`for share` : sql``}`
  return date!
}

/** Nobody changes it before the transaction ends, so that what is booked in it is for this date. */
export async function holdPromotionDate(transaction: Transaction, page: PromotionPage): Promise<PromotionDate> {
  return await readPromotionDate(transaction, page, { isHeld: true })
}
