-- What waits for somebody of the desk. A job that is at its last attempt is not given up yet.
select
  (select count(*) from applications where status = 'submitted') as applications,
  (select min(submitted_at) from applications where status = 'submitted') as oldest_application,
  (select count(*) from orders where waits_since is not null) as unproven,
  (select count(*) from letters where state = 'new') as letters,
  (select count(*) from complaints where closed_at is null) as complaints,
  (select count(*) from payment_findings where settled_at is null) as findings,
  (select count(*) from mails where state = 'failed') as failed_mails,
  (select count(*) from graphile_worker.jobs where attempts >= max_attempts and locked_at is null) as failed_jobs
