-- $1 applications: no link opens them any more.
with questions as (delete from application_questions where application_id = any($1::uuid[]))
delete from access_links where application_id = any($1::uuid[]) returning 1 as one
