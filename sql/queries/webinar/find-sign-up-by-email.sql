-- $1 when the webinar starts, $2 email.
select id from webinar_sign_ups where lower(email) = lower($2::text) and webinar_at = $1::timestamptz
