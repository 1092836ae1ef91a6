-- $1 draft, $2 now: the draft, unless its time is over.
select id, revision, answers, submission_key, saved_at, expires_at
from application_drafts
where id = $1::uuid and expires_at > $2::timestamptz
