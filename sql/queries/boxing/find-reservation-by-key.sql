-- $1 submission key.
select id, ticket_type, guests, total_pence, confirm_by, released_at from boxing_reservations where submission_key = $1::uuid
