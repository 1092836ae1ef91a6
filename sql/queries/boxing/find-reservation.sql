-- $1 id.
select id, ticket_type, guests, total_pence, confirm_by, released_at from boxing_reservations where id = $1::uuid
