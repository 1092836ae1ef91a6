import { query } from '../../../../database/query.ts'
import type { PromotionDate, PromotionPage } from '../../../../domain/promotion-date.ts'

export type FlagRow = { name: string; isOn: boolean; changedAt: string | null; changedBy: string | null }
export type DateRow = PromotionDate & { page: PromotionPage; changedAt: string | null; changedBy: string | null }

export const listFlags = query<[], FlagRow>('content-desk/list-flags')
export const setFlag = query<[name: string, isOn: boolean, changedBy: string], { name: string }>(
  'content-desk/set-flag',
)

export const listDates = query<[], DateRow>('content-desk/list-dates')
export const lockDate = query<[page: PromotionPage], PromotionDate>('content-desk/lock-date')
export const setDate = query<
  [page: PromotionPage, day: string, time: string | null, isAnother: boolean, changedBy: string, now: string],
  PromotionDate
>('content-desk/set-date')
