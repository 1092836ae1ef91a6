-- $1 organisation, $2 its address from now on, $3 now. Links that were mailed to the old address and not used yet open nothing more.
with corrected as (
  update organisations set email = $2::text, updated_at = $3::timestamptz where id = $1::uuid returning id
), own as (
  select a.id from applications a join corrected on corrected.id = a.organisation_id
), links as (
  delete from access_links where application_id in (select id from own) and used_at is null
)
delete from application_questions where application_id in (select id from own) and answered_at is null
