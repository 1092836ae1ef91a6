import type { SqlRunner, Transaction } from '#database/sql.ts'
import type { PromotionDate, PromotionPage } from '#domain/promotion-date.ts'

const readDate = (sql: SqlRunner, { page }: { page: PromotionPage }) => sql<PromotionDate[]>`
  select day::text as day, to_char(starts_at, 'HH24:MI') as time, first_day::text as "firstDay", revision
  from promotion_dates where page = ${page}::text`

/** The date, which nobody can change before the transaction ends. */
const holdDate = (sql: SqlRunner, { page }: { page: PromotionPage }) => sql<PromotionDate[]>`
  select day::text as day, to_char(starts_at, 'HH24:MI') as time, first_day::text as "firstDay", revision
  from promotion_dates where page = ${page}::text
  for share`

/** When the event of a promotional page takes place. A cached page that is made of it carries `pageTags.contentFlags`. */
export async function readPromotionDate(sql: SqlRunner, page: PromotionPage): Promise<PromotionDate> {
  return (await readDate(sql, { page }))[0]!
}

/** As `readPromotionDate`; nobody changes it before the transaction ends, so that what is booked meanwhile is for this date. */
export async function holdPromotionDate(transaction: Transaction, page: PromotionPage): Promise<PromotionDate> {
  return (await holdDate(transaction, { page }))[0]!
}
