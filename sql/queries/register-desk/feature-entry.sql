-- $1 entry, $2 featured, $3 now
update register_entries set featured = $2::boolean, updated_at = $3::timestamptz where id = $1::uuid
