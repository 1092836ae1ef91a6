-- $1 id.
select id, ticket_type, guests, total_pence from boxing_reservations where id = $1::uuid
