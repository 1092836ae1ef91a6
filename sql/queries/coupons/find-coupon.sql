-- $1 code in capitals, $2 what it is for or null for anything, $3 now: a code that lowers a price at present.
select c.code, c.description, c.percent_off, c.applies_to
from coupons c
where c.code = $1::text and ($2::text is null or $2::text = any (c.applies_to))
  and c.starts_at <= $3::timestamptz and (c.ends_at is null or c.ends_at > $3::timestamptz)
  and (
    c.max_uses is null
    or c.max_uses > (select count(*) from orders o where o.coupon_code = c.code and o.status not in ('expired', 'failed'))
  )
