-- $1 ids.
select id, email from webinar_sign_ups where id = any($1::uuid[])
