-- $1 HMAC of the address, $2 now, $3 person of the desk, $4 their name, $5 reason, $6 what went, $7 what stays.
insert into erasures (address, erased_at, erased_by, erased_by_name, reason, erased, kept)
values ($1::text, $2::timestamptz, $3::text, $4::text, $5::text, $6::jsonb, $7::jsonb)
returning id
