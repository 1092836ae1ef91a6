-- Lapses up to 500 entries whose validity has run out, and records it. An entry that somebody else is changing waits for the next run.
--
-- $1 time, $2 public reason
with due as (
  select id from register_entries where status = 'active' and valid_until <= $1::timestamptz
  order by id limit 500 for update skip locked
), lapsed as (
  update register_entries as e
  set status = 'lapsed', status_reason = $2::text, updated_at = $1::timestamptz
  from due where e.id = due.id
  returning e.id
)
insert into register_history (entry_id, happened_at, change, from_status, to_status, reason, cause)
select id, $1::timestamptz, 'lapsed', 'active', 'lapsed', $2::text, 'job' from lapsed order by id
returning entry_id
