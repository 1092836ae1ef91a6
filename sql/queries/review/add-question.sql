-- $1 SHA-256 of the token in hex, $2 application, $3 remark, $4 now, $5 when it ends
insert into application_questions (token_hash, application_id, remark_id, created_at, expires_at)
values (decode($1::text, 'hex'), $2::uuid, $3::bigint, $4::timestamptz, $5::timestamptz)
