-- Which processes work off jobs, under the names by which they lock them. A process that is killed cannot unlock its jobs: once it has not
-- been seen for some minutes, another one does (src/jobs/dead-pools.ts). The queue itself would wait four hours.

create table job_pools (
  id text primary key,
  seen_at timestamptz not null default now()
);

-- Mails that a killed process had begun are sent by their jobs again.
drop index mails_being_sent;
