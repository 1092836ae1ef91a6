-- $1 person who reviews no longer, $2 who has seen to that, $3 their name, $4 now: what waits for a decision and was theirs is
-- nobody's again, as its history says. Answers how many.
with freed as (
  update applications set assigned_to = null where assigned_to = $1::text and status = 'submitted' returning id
), noted as (
  insert into application_remarks (application_id, kind, author_id, author_name, text, written_at)
  select id, 'assigned', $2::text, $3::text, '', $4::timestamptz from freed order by id
)
select count(*)::int as applications from freed
