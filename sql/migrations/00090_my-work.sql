-- How often a person of the admin area gets an email about what waits for them, and up to when they were told.
alter table people add column work_mail text not null default 'daily';
alter table people add constraint people_work_mail check (work_mail in ('daily', 'at-once', 'never'));
alter table people add column work_told_at timestamptz;

-- What one press on a list changed, so that the person who pressed can take it back.
create table list_changes (
  id uuid primary key default uuidv7(),
  person_id text not null references people (id) on delete cascade,
  list text not null,
  -- By the id of each row, what it had before: a person's id, a state, or null for nobody.
  before jsonb not null,
  -- What each has now.
  after text,
  made_at timestamptz not null,
  undone_at timestamptz
);
create index list_changes_person on list_changes (person_id);
create index list_changes_made on list_changes (made_at);
