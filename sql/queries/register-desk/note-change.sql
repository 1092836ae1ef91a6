-- Records an edit or the beginning of an entry that the desk has made.
--
-- $1 entry, $2 time, $3 change, $4 status before or null, $5 status after, $6 cause
insert into register_history (entry_id, happened_at, change, from_status, to_status, cause)
values ($1::uuid, $2::timestamptz, $3::text, $4::text, $5::text, $6::text)
