-- $1 now: reservations whose address was not confirmed in time. Their seats are free again, and whose they were is forgotten.
with released as (
  update boxing_reservations
  set released_at = $1::timestamptz, confirm_by = null, name = '', email = '', phone = '', mailbox = '', visitor = ''
  where confirm_by <= $1::timestamptz
  returning id, event_on, ticket_type, guests
), freed as (
  update boxing_seats as s set taken = s.taken - r.guests
  from (select event_on, ticket_type, sum(guests) as guests from released group by event_on, ticket_type) as r
  where s.event_on = r.event_on and s.ticket_type = r.ticket_type
)
select id from released
