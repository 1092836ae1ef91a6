-- What waits for somebody of the desk.
select
  (select count(*) from applications where status = 'submitted') as applications,
  (select min(submitted_at) from applications where status = 'submitted') as oldest_application,
  (select count(*) from mails where state = 'failed') as failed_mails
