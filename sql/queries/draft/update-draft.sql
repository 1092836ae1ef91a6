-- $1 draft, $2 revision that the page has seen (null: none), $3 answers, $4 submission key, $5 page that writes, $6 its attempt, $7 now,
-- $8 when it expires. No row when another page has written since, or there is no such draft.
update application_drafts set
  answers = $3::jsonb, submission_key = $4::uuid, revision = revision + 1, writer = $5::uuid, writer_count = $6::bigint,
  saved_at = $7::timestamptz, expires_at = $8::timestamptz
where id = $1::uuid and expires_at > $7::timestamptz
  and (revision = $2::integer or (writer = $5::uuid and writer_count <= $6::bigint))
returning id, revision, answers, submission_key, saved_at, expires_at
