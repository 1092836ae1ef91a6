-- $1 person. The codes that can still be used.
select id, label, hash from recovery_codes where person_id = $1::text and used_at is null order by id
