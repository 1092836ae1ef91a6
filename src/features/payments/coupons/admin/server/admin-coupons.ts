import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import { lastMomentOf } from '#domain/london-moments.ts'
import { londonDay } from '#domain/london-time.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { handler, type Loader, type PageRequest } from '#requests/page-loader.ts'
import { type FieldFailure, failure } from '#wire/failure.ts'
import { couponFields, couponTargets, emptyCoupon, type TypedCoupon } from '../rules.ts'
import { newCouponSchema } from '../schema.ts'
import type { AdminCouponsData } from '../state.ts'
import { addCoupon, endCoupon, listCoupons } from './queries.ts'

/** Feeds the admin area's list of discount codes. */
const loadAdminCoupons: Loader<AdminCouponsData> = async (request) => await couponsPage(request)

/** The page as it stands, or after a post, with what was typed. */
async function couponsPage(
  { query, services: { sql, now } }: PageRequest,
  more: { typed?: TypedCoupon; problems?: FieldFailure[] } = {},
): Promise<{ kind: 'page'; data: AdminCouponsData }> {
  const done = query.get('done')
  const coupons = await listCoupons(sql, { now: now().toISOString() })
  const { typed = emptyCoupon, problems = [] } = more
  const notice = done === 'added' || done === 'ended' ? done : null
  return { kind: 'page', data: { coupons, typed, problems, notice, ending: query.get('end') } }
}

const add = formCommand({
  permission: 'money',
  schema: newCouponSchema,
  run: async ({ input, admin, services }) => {
    const now = services.now()
    const { code, description, percentOff, once: oncePerOrganisation, lastDay, maxUses } = input
    if (lastDay && lastDay < londonDay(now)) return wrong('lastDay', 'Enter a day in the future')
    const appliesTo = (Object.keys(couponTargets) as (keyof typeof couponTargets)[]).filter((name) => input[name])
    const endsAt = lastDay ? lastMomentOf(lastDay) : null
    const coupon = { description, percentOff, appliesTo, oncePerOrganisation, endsAt, maxUses }
    return await services.sql.begin(async (tx) => {
      const [added] = await addCoupon(tx, { code, startsAt: now.toISOString(), ...coupon })
      if (!added) return wrong('code', 'This code is already in use, or was used before')
      const subject = { kind: 'coupon', id: code }
      await recordChange(tx, { actor: byPerson(admin), subject, action: 'added', after: coupon })
      return answer(null)
    })
  },
})

const wrong = (field: string, message: string) => failure('invalid', message, { fields: [{ field, message }] })

/** Ends a code once its editor has said that they are sure. */
const end = formCommand({
  permission: 'money',
  schema: type({ code: 'string <= 40', sure: "'1'" }),
  run: async ({ input: { code }, admin, services }) => {
    await services.sql.begin(async (tx) => {
      const at = services.now().toISOString()
      const [ended] = await endCoupon(tx, { code, now: at })
      if (!ended) return
      const subject = { kind: 'coupon', id: code }
      await recordChange(tx, { actor: byPerson(admin), subject, action: 'ended', after: { endsAt: at } })
    })
    return answer(null)
  },
})

export const adminCoupons = handler({
  load: loadAdminCoupons,
  act: formsByIntent(
    {
      end: formPost(end, {
        done: () => adminHref('adminCoupons', { done: 'ended' }),
        again: ({ form }) => ({ kind: 'redirect', to: adminHref('adminCoupons', { end: form.code }), status: 303 }),
      }),
    },
    formPost(add, {
      done: () => adminHref('adminCoupons', { done: 'added' }),
      again: (request, { problems }) => {
        const typed = Object.fromEntries(couponFields.map((field) => [field, request.form[field] ?? '']))
        return couponsPage(request, { typed: typed as TypedCoupon, problems })
      },
    }),
  ),
})
