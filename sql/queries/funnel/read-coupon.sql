-- $1 code in capitals, $2 product, $3 organisation, $4 application, $5 now, $6 redeemer: a code as this application may use it now.
-- `is_free` is false when the redeemer has used it, or the organisation holds it for another application.
select
  c.code, c.description, c.percent_off, c.once_per_organisation,
  not c.once_per_organisation or (
    not exists (
      select from coupon_redemptions r
      join orders o on o.id = r.order_id
      where r.coupon_code = c.code and (r.redeemer = $6::text or r.organisation_id = $3::uuid)
        and not (o.status = 'pending' and o.application_id = $4::uuid)
    )
    and not exists (
      select from orders o
      where o.coupon_code = c.code and o.organisation_id = $3::uuid and o.application_id <> $4::uuid
        and o.status in ('pending', 'paid', 'disputed')
    )
  ) as is_free
from coupons c
where c.code = $1::text and $2::text = any (c.applies_to)
  and c.starts_at <= $5::timestamptz and (c.ends_at is null or c.ends_at > $5::timestamptz)
  and (
    c.max_uses is null
    or c.max_uses > (
      select count(*) from orders o
      where o.coupon_code = c.code and o.status not in ('expired', 'failed')
        -- The order that this one takes the place of.
        and not (o.application_id = $4::uuid and o.type = $2::text and o.status = 'pending')
    )
  )
