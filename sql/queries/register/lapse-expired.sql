-- Lapses up to 500 entries whose validity has run out, and records it. An entry that somebody else is changing waits for the next run.
-- Answers whom to tell: no email for an entry that nobody applied for.
--
-- $1 time, $2 public reason
with due as (
  select id from register_entries where status = 'active' and valid_until <= $1::timestamptz
  order by id limit 500 for update skip locked
), lapsed as (
  update register_entries as e
  set status = 'lapsed', status_reason = $2::text, updated_at = $1::timestamptz
  from due where e.id = due.id
  returning e.id, e.application_id, e.organisation_id, e.number, e.title
), recorded as (
  insert into register_history (entry_id, happened_at, change, from_status, to_status, reason, cause)
  select id, $1::timestamptz, 'lapsed', 'active', 'lapsed', $2::text, 'job' from lapsed order by id
)
select l.id as entry_id, l.application_id, l.number, l.title, o.name as organisation_name, o.email as organisation_email
from lapsed l
left join applications a on a.id = l.application_id
left join organisations o on o.id = a.organisation_id
order by l.id
