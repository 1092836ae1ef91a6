-- Records a change of an entry.
--
-- $1 entry, $2 time, $3 change, $4 status before or null, $5 status after, $6 public reason or null, $7 cause
insert into register_history (entry_id, happened_at, change, from_status, to_status, reason, cause)
values ($1::uuid, $2::timestamptz, $3::text, $4::text, $5::text, $6::text, $7::text)
