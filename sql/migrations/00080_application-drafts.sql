-- Applications that are still being written, so that a person can stop and go on with them on another device. The signed cookie of a
-- browser names the one that it may read and change; nothing else does.

create table application_drafts (
  id uuid primary key default gen_random_uuid(),
  -- Every answer as the text that stands in its field; an address in "email" is why it may be kept here.
  answers jsonb not null,
  -- Goes with exactly these answers: whichever device sends them, they make one application.
  submission_key uuid not null,
  -- Counts the versions: who has not seen the last one does not write over it.
  revision integer not null default 1,
  -- Which page wrote the last version, and which of its attempts that was: a page whose answer was lost may write again.
  writer uuid not null,
  writer_count bigint not null,
  created_at timestamptz not null,
  saved_at timestamptz not null,
  expires_at timestamptz not null,
  constraint application_drafts_answers check (jsonb_typeof(answers) = 'object'),
  constraint application_drafts_order check (expires_at > saved_at)
);
create index application_drafts_expiry on application_drafts (expires_at);
