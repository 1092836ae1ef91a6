-- $1 SHA-256 of the token in hex, $2 now. One statement: of several at once the others wait for the row, find it used, and get none.
-- An unfinished application gets another submission key, so that what was made under the old one opens to nobody by it.
with spent as (
  update access_links set used_at = $2::timestamptz
  where token_hash = decode($1::text, 'hex') and used_at is null and expires_at > $2::timestamptz
  returning application_id, draft_id, email
), renewed as (
  update application_drafts set submission_key = gen_random_uuid() where id = (select draft_id from spent)
)
select s.application_id, s.draft_id, s.email, a.organisation_id, a.status
from spent as s
left join applications as a on a.id = s.application_id
