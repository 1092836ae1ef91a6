-- $1 when the webinar starts, $2 name, $3 email. No row when the address has signed up before.
insert into webinar_sign_ups (webinar_at, name, email)
values ($1::timestamptz, $2::text, $3::text)
on conflict (lower(email), webinar_at) do nothing
returning id
