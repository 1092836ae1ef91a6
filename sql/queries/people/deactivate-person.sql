-- $1 person, $2 now. No row where they are deactivated already.
update people set deactivated_at = $2::timestamptz, updated_at = now()
where id = $1::text and deactivated_at is null
returning id
