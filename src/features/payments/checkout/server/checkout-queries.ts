import { camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'

/** `isFree` is false when the redeemer has used the code, or the organisation holds it for another application. */
export const readCoupon = (
  sql: SqlRunner,
  input: {
    code: string
    product: string
    organisationId: string
    applicationId: string
    now: string
    redeemer: string
  },
) => camel(sql)<{ code: string; percentOff: number; oncePerOrganisation: boolean; isFree: boolean }[]>`
  select
    c.code, c.percent_off, c.once_per_organisation,
    not c.once_per_organisation or (
      not exists (
        select from coupon_redemptions r
        join orders o on o.id = r.order_id
        where r.coupon_code = c.code and (r.redeemer = ${input.redeemer}::text
          or r.organisation_id = ${input.organisationId}::uuid)
          and not (o.status = 'pending' and o.application_id = ${input.applicationId}::uuid)
      )
      and not exists (
        select from orders o
        where o.coupon_code = c.code and o.organisation_id = ${input.organisationId}::uuid
          and o.application_id <> ${input.applicationId}::uuid
          and o.status in ('pending', 'paid', 'disputed')
      )
    ) as is_free
  from coupons c
  where c.code = ${input.code}::text and ${input.product}::text = any (c.applies_to)
    and c.starts_at <= ${input.now}::timestamptz and (c.ends_at is null or c.ends_at > ${input.now}::timestamptz)
    and (
      c.max_uses is null
      or c.max_uses > (
        select count(*) from orders o
        where o.coupon_code = c.code and o.status not in ('expired', 'failed')
          -- The order that this one takes the place of.
          and not (o.application_id = ${input.applicationId}::uuid and o.type = ${input.product}::text and o.status = 'pending')
      )
    )`
