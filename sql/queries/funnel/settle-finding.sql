-- $1 finding, $2 person or null, $3 their name, $4 note, $5 now. No row when somebody has settled it, or it is unknown.
update payment_findings
set settled_at = $5::timestamptz, settled_by = $2::text, settled_by_name = $3::text, note = $4::text
where id = $1::uuid and settled_at is null
returning id
