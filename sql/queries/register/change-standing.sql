-- Sets an entry's status, reason and end of validity, and records the change.
--
-- $1 entry, $2 status, $3 public reason or null, $4 valid until, $5 time of the change, $6 change, $7 status before, $8 cause
with changed as (
  update register_entries
  set status = $2::text, status_reason = $3::text, valid_until = $4::timestamptz, updated_at = $5::timestamptz
  where id = $1::uuid
)
insert into register_history (entry_id, happened_at, change, from_status, to_status, reason, cause)
values ($1::uuid, $5::timestamptz, $6::text, $7::text, $2::text, case when $6::text <> 'renewed' then $3::text end, $8::text)
