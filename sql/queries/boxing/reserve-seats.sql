-- $1 day, $2 ticket type, $3 guests, $4 capacity, $5 total in pence, $6 name, $7 email, $8 phone, $9 submission key or null, $10 mailbox,
-- $11 visitor, $12 until when the address has to be confirmed, or null.
-- No row when too few seats are left. A key that is taken breaks the unique index, and with it the whole statement: no seat is lost.
with seats as (
  insert into boxing_seats as s (event_on, ticket_type, capacity, taken)
  values ($1::date, $2::text, $4::integer, $3::integer)
  on conflict (event_on, ticket_type) do update
    set taken = s.taken + excluded.taken, capacity = excluded.capacity
    where s.taken + excluded.taken <= excluded.capacity
  returning event_on, ticket_type
)
insert into boxing_reservations (
  event_on, ticket_type, guests, total_pence, name, email, phone, submission_key, mailbox, visitor, confirm_by
)
select event_on, ticket_type, $3::integer, $5::integer, $6::text, $7::text, $8::text, $9::uuid, $10::text, $11::text, $12::timestamptz
from seats
returning id, ticket_type, guests, total_pence, confirm_by, released_at
