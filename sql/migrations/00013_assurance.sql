-- How far each entry was checked, and what the public is told of it.

alter table register_entries
  add column assurance text not null default 'declared',
  -- When that was found, and when it is looked at again.
  add column assured_on date,
  add column next_review_on date,
  -- Share of the points that could be had, in percent; not public.
  add column score smallint,
  add constraint register_entries_assurance_known check (assurance in ('declared', 'evidence', 'assessed')),
  add constraint register_entries_score check (score between 0 and 100);

alter table register_history
  drop constraint register_history_change_known,
  add constraint register_history_change_known check
    (change in ('published', 'renewed', 'lapsed', 'suspended', 'reinstated', 'revoked', 'edited', 'assurance'));

-- The results that are public: written when an assessment ends, read by the entry's page alone.
create table register_checks (
  entry_id uuid not null references register_entries (id),
  position smallint not null,
  criterion_id text not null,
  name text not null,
  result text not null,
  -- The role of whoever found it, never the name.
  checked_by text not null,
  checked_on date not null,
  primary key (entry_id, position),
  constraint register_checks_result_known check (result in ('accepted', 'met', 'met-with-condition', 'not-met', 'not-applicable'))
);
