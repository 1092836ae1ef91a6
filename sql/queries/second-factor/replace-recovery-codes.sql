-- $1 person, $2 labels, $3 hashes, in the same order. The earlier codes end.
with gone as (
  delete from recovery_codes where person_id = $1::text
)
insert into recovery_codes (person_id, label, hash)
select $1::text, label, hash from unnest($2::text[], $3::text[]) as code (label, hash)
