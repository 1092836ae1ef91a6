-- $1 application, $2 person, $3 their name, $4 reason, $5 now. No row when it was let through before.
insert into identity_releases (application_id, released_by, released_by_name, reason, released_at)
values ($1::uuid, $2::text, $3::text, $4::text, $5::timestamptz)
on conflict (application_id) do nothing
returning application_id
