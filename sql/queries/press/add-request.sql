-- $1 SHA-256 of the token in hex, $2 address, $3 what was agreed to, $4 now, $5 until when it can be confirmed
insert into press_requests (token_hash, email, consent, created_at, expires_at)
values (decode($1::text, 'hex'), $2::text, $3::text, $4::timestamptz, $5::timestamptz)
