import type { SqlRunner } from '#database/sql.ts'

export type CouponRow = { code: string; description: string; percent_off: number; applies_to: string[] }

/**
 * A code that lowers a price at present.
 * @param input.item what it is for or null for anything
 */
export const findCoupon = (
  sql: SqlRunner,
  { code, item, now }: { code: string; item: string | null; now: string },
) => sql<CouponRow[]>`
  select c.code, c.description, c.percent_off, c.applies_to
  from coupons c
  where c.code = ${code}::text ${item === null ? sql`` : sql`and ${item}::text = any (c.applies_to)`}
    and c.starts_at <= ${now}::timestamptz and (c.ends_at is null or c.ends_at > ${now}::timestamptz)
    and (
      c.max_uses is null
      or c.max_uses > (select count(*) from orders o where o.coupon_code = c.code and o.status not in ('expired', 'failed'))
    )`
