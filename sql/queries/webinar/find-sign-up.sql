-- $1 id, $2 when the webinar starts.
select id from webinar_sign_ups where id = $1::uuid and webinar_at = $2::timestamptz
