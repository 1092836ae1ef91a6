import { type } from 'arktype'
import { adminHref } from '../../../../../admin-pages.ts'
import { byPerson, recordChange } from '../../../../../database/record-change.ts'
import { lastMomentOf } from '../../../../../domain/london-moments.ts'
import { londonDay } from '../../../../../domain/london-time.ts'
import type { Admin } from '../../../../../domain/permissions.ts'
import {
  type Action,
  handler,
  type Loader,
  type PageAnswer,
  type PageRequest,
} from '../../../../../requests/page-loader.ts'
import type { FieldFailure } from '../../../../../wire/failure.ts'
import { fieldFailures } from '../../../../../wire/field-failures.ts'
import { couponFields, couponTargets, emptyCoupon, type TypedCoupon } from '../rules.ts'
import { newCouponSchema } from '../schema.ts'
import type { AdminCouponsData } from '../state.ts'
import { addCoupon, endCoupon, listCoupons } from './queries.ts'

/** Feeds the admin area's list of discount codes. */
const loadAdminCoupons: Loader<AdminCouponsData> = async (request) => await couponsPage(request)

/** The page as it stands, or after a post, with what was typed. */
async function couponsPage(
  { query, services: { sql, now } }: PageRequest,
  more: { status?: number; typed?: TypedCoupon; problems?: FieldFailure[] } = {},
): Promise<{ kind: 'page'; status: number; data: AdminCouponsData }> {
  const done = query.get('done')
  const coupons = await listCoupons(sql, { now: now().toISOString() })
  const { status = 200, typed = emptyCoupon, problems = [] } = more
  const notice = done === 'added' || done === 'ended' ? done : null
  return { kind: 'page', status, data: { coupons, typed, problems, notice, ending: query.get('end') } }
}

type Post = PageRequest & { form: Record<string, string> }

/** Takes the forms of the codes' page: a new code, and the end of one. */
const actAdminCoupons: Action<AdminCouponsData> = async (request) => {
  const admin = await request.visitor.admin()
  if (!admin) return { kind: 'not-found' }
  return request.form.intent === 'end' ? await end(request, admin) : await add(request, admin)
}

async function add(request: Post, admin: Admin): Promise<PageAnswer<AdminCouponsData>> {
  const { form, services } = request
  const typed = Object.fromEntries(couponFields.map((field) => [field, form[field] ?? ''])) as TypedCoupon
  const refuse = async (field: string, message: string) =>
    await couponsPage(request, { status: 422, typed, problems: [{ field, message }] })
  const coupon = newCouponSchema(typed)
  if (coupon instanceof type.errors) {
    return await couponsPage(request, { status: 422, typed, problems: fieldFailures(coupon) })
  }
  const now = services.now()
  const { code, description, percentOff, once, lastDay, maxUses } = coupon
  if (lastDay && lastDay < londonDay(now)) return await refuse('lastDay', 'Give a day that is still to come')
  const appliesTo = (Object.keys(couponTargets) as (keyof typeof couponTargets)[]).filter((name) => coupon[name])
  const endsAt = lastDay ? lastMomentOf(lastDay) : null
  const isAdded = await services.sql.begin(async (tx) => {
    const at = now.toISOString()
    const [added] = await addCoupon(tx, {
      code,
      description,
      percentOff,
      appliesTo,
      oncePerOrganisation: once,
      startsAt: at,
      endsAt,
      maxUses,
    })
    if (!added) return false
    const after = { description, percentOff, appliesTo, oncePerOrganisation: once, endsAt, maxUses }
    await recordChange(tx, { actor: byPerson(admin), subject: { kind: 'coupon', id: code }, action: 'added', after })
    return true
  })
  if (!isAdded) return await refuse('code', 'There is such a code already, or there was one')
  return { kind: 'redirect', to: adminHref('adminCoupons', { done: 'added' }), status: 303 }
}

async function end({ form, services }: Post, admin: Admin): Promise<PageAnswer<AdminCouponsData>> {
  const code = form.code ?? ''
  if (form.sure !== '1') return { kind: 'redirect', to: adminHref('adminCoupons', { end: code }), status: 303 }
  await services.sql.begin(async (tx) => {
    const at = services.now().toISOString()
    const [ended] = await endCoupon(tx, { code, now: at })
    if (!ended) return
    const subject = { kind: 'coupon', id: code }
    await recordChange(tx, { actor: byPerson(admin), subject, action: 'ended', after: { endsAt: at } })
  })
  return { kind: 'redirect', to: adminHref('adminCoupons', { done: 'ended' }), status: 303 }
}

export const adminCoupons = handler({ load: loadAdminCoupons, act: actAdminCoupons })
