-- $1 answers, $2 submission key, $3 page that writes, $4 its attempt, $5 now, $6 when it expires.
insert into application_drafts (answers, submission_key, writer, writer_count, created_at, saved_at, expires_at)
values ($1::jsonb, $2::uuid, $3::uuid, $4::bigint, $5::timestamptz, $5::timestamptz, $6::timestamptz)
returning id, revision, answers, submission_key, saved_at, expires_at
