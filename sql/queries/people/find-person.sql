-- $1 email address, in any case
select id from people where lower(email) = lower($1::text)
