-- What an applicant wants changed of an event that is paid for or was reviewed: it changes nothing until a reviewer has accepted it.

create table proposed_changes (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references applications (id) on delete cascade,
  -- The event as it would be, whole, and what differs from the revision that it was begun with, line by line. Emptied by an erasure.
  event_draft jsonb not null,
  changes text not null,
  revision integer not null,
  proposed_at timestamptz not null,
  state text not null default 'open',
  decided_by text references people (id),
  decided_by_name text not null default '',
  decided_at timestamptz,
  reason text not null default '',
  constraint proposed_changes_state_known check (state in ('open', 'accepted', 'refused')),
  constraint proposed_changes_decided check ((state = 'open') = (decided_at is null))
);
create index proposed_changes_of on proposed_changes (application_id, proposed_at);
create unique index proposed_changes_open on proposed_changes (application_id) where state = 'open';
