-- $1 person. No row where they are active already.
update people set deactivated_at = null, updated_at = now()
where id = $1::text and deactivated_at is not null
returning id
