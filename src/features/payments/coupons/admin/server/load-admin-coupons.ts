import type { Loader, PageRequest } from '../../../../../page-loader.ts'
import type { FieldFailure } from '../../../../../wire/failure.ts'
import { emptyCoupon, type TypedCoupon } from '../rules.ts'
import type { AdminCouponsData } from '../state.ts'
import { listCoupons } from './queries.ts'

/** Feeds the admin area's list of discount codes. */
export const loadAdminCoupons: Loader<AdminCouponsData> = async (request) => await couponsPage(request)

/** The page as it stands, or after a post, with what was typed. */
export async function couponsPage(
  { query, services: { sql, now } }: PageRequest,
  more: { status?: number; typed?: TypedCoupon; problems?: FieldFailure[] } = {},
): Promise<{ kind: 'page'; status: number; data: AdminCouponsData }> {
  const done = query.get('done')
  const coupons = await listCoupons(sql, { now: now().toISOString() })
  const { status = 200, typed = emptyCoupon, problems = [] } = more
  const notice = done === 'added' || done === 'ended' ? done : null
  return { kind: 'page', status, data: { coupons, typed, problems, notice, ending: query.get('end') } }
}
