-- Every change that a person of the desk, a job or an operator's command made: who, when, what, before and after. Written in the
-- transaction of the change itself (src/database/record-change.ts), never changed or deleted.

create table audit_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  actor_kind text not null,
  -- Of a person, their id; of a job or a command, its name.
  actor_id text not null,
  -- As the person was called then: they may leave.
  actor_name text not null,
  -- 'entry.suspended', 'person.invited': the subject's kind, then what was done, in the past tense.
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  -- The fields that changed and only those; null before a creation and after a deletion. No data of applicants or visitors.
  before jsonb,
  after jsonb,
  constraint audit_log_actor_known check (actor_kind in ('person', 'job', 'command')),
  constraint audit_log_action_shape check (action ~ '^[a-z-]+\.[a-z-]+$')
);
create index audit_log_subject on audit_log (subject_kind, subject_id, id);
create index audit_log_actor on audit_log (actor_kind, actor_id, id);

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_not_emptied before truncate on audit_log
  for each statement execute function refuse_change();
-- The program's own role gives the right up as well. (A superuser keeps it; the triggers hold for everybody.)
revoke update, delete, truncate on audit_log from current_user, public;
