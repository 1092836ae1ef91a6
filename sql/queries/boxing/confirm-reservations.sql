-- $1 confirmed address in small letters, $2 now: the reservations that have waited for it, and are kept.
update boxing_reservations set confirm_by = null
where lower(email) = $1::text and confirm_by > $2::timestamptz
returning id, ticket_type, guests, total_pence, confirm_by, released_at, event_on, name, email, phone
