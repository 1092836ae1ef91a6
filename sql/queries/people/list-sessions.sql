-- $1 person. Sessions that have not run out, newest first.
select id, browser, created_at, expires_at, factor_at
from sign_in_sessions
where person_id = $1::text and expires_at > now()
order by created_at desc
