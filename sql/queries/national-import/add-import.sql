-- $1 name of the file, $2 pieces, $3 person, $4 their name, $5 now. What was begun two days ago and never finished goes.
with outlived as (
  delete from national_imports
  where created_at < $5::timestamptz - interval '2 days' and state in ('receiving', 'checking', 'checked')
)
insert into national_imports (file_name, pieces, created_by, created_by_name, created_at)
values ($1::text, $2::integer, $3::text, $4::text, $5::timestamptz)
returning id
