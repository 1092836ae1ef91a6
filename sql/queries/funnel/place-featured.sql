-- $1 application, $2 now: its register entry stands first while a featured placement is paid for, and no longer when that was taken
-- back. An entry for which it was never bought is left as it is.
with bought as (
  select bool_or(status in ('paid', 'cancelled')) as stands
  from orders
  where application_id = $1::uuid and type = 'extras' and status in ('paid', 'cancelled', 'refunded', 'disputed')
    and 'featured' = any (string_to_array(metadata ->> 'services', ','))
)
update register_entries as e set featured = bought.stands, updated_at = $2::timestamptz
from bought
where e.application_id = $1::uuid and e.featured <> bought.stands
