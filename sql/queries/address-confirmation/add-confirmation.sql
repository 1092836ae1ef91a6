-- $1 SHA-256 of the token in hex, $2 address in small letters, $3 reason, $4 now, $5 when it ends
insert into address_confirmations (token_hash, email, reason, created_at, expires_at)
values (decode($1::text, 'hex'), $2::text, $3::text, $4::timestamptz, $5::timestamptz)
