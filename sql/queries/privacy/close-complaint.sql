-- $1 complaint, $2 now, $3 person of the desk, $4 their name, $5 outcome. No row when it is closed already.
update complaints set closed_at = $2::timestamptz, closed_by = $3::text, closed_by_name = $4::text, outcome = $5::text
where id = $1::uuid and closed_at is null
returning reference, name, email
