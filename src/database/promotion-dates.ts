import type { PromotionDate, PromotionPage } from '../domain/promotion-date.ts'
import { query } from './query.ts'
import type { SqlRunner, Transaction } from './sql.ts'

const readDate = query<[page: PromotionPage], PromotionDate>('promotion-dates/read-date')
const holdDate = query<[page: PromotionPage], PromotionDate>('promotion-dates/hold-date')

/** When the event of a promotional page takes place. A kept page that is made of it carries `pageTags.contentFlags`. */
export async function readPromotionDate(sql: SqlRunner, page: PromotionPage): Promise<PromotionDate> {
  return (await readDate(sql, page))[0]!
}

/** As `readPromotionDate`; nobody changes it before the transaction ends, so that what is booked meanwhile is for this date. */
export async function holdPromotionDate(transaction: Transaction, page: PromotionPage): Promise<PromotionDate> {
  return (await holdDate(transaction, page))[0]!
}
