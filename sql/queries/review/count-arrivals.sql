-- $1 time: what has come in since, applications that wait for a decision and answers of organisers.
select
  (select count(*) from applications where submitted_at > $1::timestamptz and status = 'submitted') as applications,
  (select count(*) from application_remarks where kind = 'answered' and written_at > $1::timestamptz) as answers
