import type { SqlRunner } from '#database/sql.ts'

export type CouponRow = {
  code: string
  description: string
  percent_off: number
  applies_to: string[]
  once_per_organisation: boolean
  starts_at: string
  ends_at: string | null
  max_uses: number | null
  is_current: boolean
  uses: number
}

/** Every code, those that hold first, with how often each has been used. */
export const listCoupons = (sql: SqlRunner, { now }: { now: string }) => sql<CouponRow[]>`
  select c.code, c.description, c.percent_off, c.applies_to, c.once_per_organisation, c.starts_at, c.ends_at, c.max_uses,
    c.starts_at <= ${now}::timestamptz and (c.ends_at is null or c.ends_at > ${now}::timestamptz) as is_current,
    (select count(*) from orders o where o.coupon_code = c.code and o.status not in ('expired', 'failed')) as uses
  from coupons c
  order by is_current desc, c.created_at desc, c.code`

/**
 * No row comes back when there is such a code.
 * @param input.endsAt until or null
 * @param input.maxUses how often or null
 */
export const addCoupon = (
  sql: SqlRunner,
  input: {
    code: string
    description: string
    percentOff: number
    appliesTo: string[]
    oncePerOrganisation: boolean
    startsAt: string
    endsAt: string | null
    maxUses: number | null
  },
) => sql<{ code: string }[]>`
  insert into coupons (code, description, percent_off, applies_to, once_per_organisation, starts_at, ends_at, max_uses)
  values (${input.code}::text, ${input.description}::text, ${input.percentOff}::integer, ${input.appliesTo}::text[],
    ${input.oncePerOrganisation}::boolean, ${input.startsAt}::timestamptz, ${input.endsAt}::timestamptz,
    ${input.maxUses}::integer)
  on conflict (code) do nothing
  returning code`

/** No row for an unknown code and for one that has ended. */
export const endCoupon = (sql: SqlRunner, { code, now }: { code: string; now: string }) => sql<{ code: string }[]>`
  update coupons set ends_at = ${now}::timestamptz
  where code = ${code}::text and (ends_at is null or ends_at > ${now}::timestamptz)
  returning code`
