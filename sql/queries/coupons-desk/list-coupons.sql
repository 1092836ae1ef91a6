-- $1 now: every code, those that hold first, with how often each has been used.
select c.code, c.description, c.percent_off, c.applies_to, c.once_per_organisation, c.starts_at, c.ends_at, c.max_uses,
  c.starts_at <= $1::timestamptz and (c.ends_at is null or c.ends_at > $1::timestamptz) as is_current,
  (select count(*) from orders o where o.coupon_code = c.code and o.status not in ('expired', 'failed')) as uses
from coupons c
order by is_current desc, c.created_at desc, c.code
