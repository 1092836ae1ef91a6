-- $1 ids; those who have been erased are left out.
select id, email from boxing_reservations where id = any($1::uuid[]) and email <> ''
