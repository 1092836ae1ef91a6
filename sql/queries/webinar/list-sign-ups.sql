-- $1 ids.
select id, name, email from webinar_sign_ups where id = any($1::uuid[])
