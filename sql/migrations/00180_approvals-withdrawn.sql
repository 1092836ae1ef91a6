-- A mistaken approval can be withdrawn: the application is submitted again, and decided again. Each stands in the history.

alter table application_decisions drop constraint application_decisions_known;
alter table application_decisions add constraint application_decisions_known
  check (decision in ('approved', 'rejected', 'withdrawn'));
drop index application_decisions_once;
create index application_decisions_of on application_decisions (application_id, id);
