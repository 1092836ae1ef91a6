-- $1 kind, $2 id, $3 state, $4 who, $5 now. A row with the state before, where there is such a letter and its state was another.
with before as (
  select state from letters where kind = $1::text and id = $2::uuid
),
enquiry as (
  update contact_enquiries set state = $3::text, handled_by_name = $4::text, handled_at = $5::timestamptz
  where $1::text = 'enquiries' and id = $2::uuid and state <> $3::text
  returning id
),
lead as (
  update quick_apply_leads set state = $3::text, handled_by_name = $4::text, handled_at = $5::timestamptz
  where $1::text = 'leads' and id = $2::uuid and state <> $3::text
  returning id
),
sign_up as (
  update webinar_sign_ups set state = $3::text, handled_by_name = $4::text, handled_at = $5::timestamptz
  where $1::text = 'sign-ups' and id = $2::uuid and state <> $3::text
  returning id
),
reservation as (
  update boxing_reservations set state = $3::text, handled_by_name = $4::text, handled_at = $5::timestamptz
  where $1::text = 'reservations' and id = $2::uuid and state <> $3::text
  returning id
)
select changed.id, before.state as before
from (
  select id from enquiry union all select id from lead union all select id from sign_up union all select id from reservation
) as changed, before
