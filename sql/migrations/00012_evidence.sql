-- The documents that applicants send as evidence. A file that was checked lies in the file store (src/providers/files); until then what
-- has arrived of it lies here, where nobody can read it. Beside it is what is known about it.

-- A file on its way: it comes in pieces, in any order, and its row goes once the file has been checked.
create table evidence_uploads (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references applications (id),
  criterion_id text not null,
  name text not null,
  -- As its sender announced it.
  bytes integer not null,
  expires_on date,
  begun_at timestamptz not null default now(),
  -- From here on no piece is taken, and there is a row of evidence_files with the same id.
  finished_at timestamptz,
  constraint evidence_uploads_bytes check (bytes between 1 and 20971520)
);
create index evidence_uploads_of on evidence_uploads (application_id);
create index evidence_uploads_begun on evidence_uploads (begun_at);

create table evidence_upload_pieces (
  upload_id uuid not null references evidence_uploads (id) on delete cascade,
  -- From 0. Each holds 1 MB, the last one the rest.
  position integer not null,
  content bytea not null,
  primary key (upload_id, position)
);
-- Documents are compressed already.
alter table evidence_upload_pieces alter column content set storage external;

create table evidence_files (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references applications (id),
  criterion_id text not null,
  -- As its owner called it, made safe to show.
  name text not null,
  -- Recognised by content, never by what the browser said; null before that.
  media_type text,
  -- Of what is kept, which the removal of a picture's metadata makes smaller than what was sent.
  bytes integer not null,
  sha256 bytea,
  -- That can be shown as pictures: 1 of a picture, null of what is only downloaded.
  pages integer,
  -- checking: only its arrival is known; ready: can be read; refused: not what it should be, or infected; purged: its content is gone.
  state text not null default 'checking',
  -- waiting, clean, infected; unscanned where no scanner is connected.
  scan text not null default 'waiting',
  -- Why it was refused, or what its check waits for, in a sentence for its owner.
  reason text not null default '',
  -- The document's own last day, where it has one.
  expires_on date,
  uploaded_at timestamptz not null default now(),
  purged_at timestamptz,
  -- A person of the admin area, by name, or 'applicant'.
  purged_by text,
  constraint evidence_files_state_known check (state in ('checking', 'ready', 'refused', 'purged')),
  constraint evidence_files_scan_known check (scan in ('waiting', 'clean', 'infected', 'unscanned')),
  constraint evidence_files_bytes check (bytes between 0 and 20971520),
  constraint evidence_files_ready check (state <> 'ready' or (media_type is not null and sha256 is not null)),
  constraint evidence_files_purged check ((state = 'purged') = (purged_at is not null))
);
create index evidence_files_of on evidence_files (application_id, criterion_id, uploaded_at);
create index evidence_files_expiry on evidence_files (expires_on) where expires_on is not null and state = 'ready';

-- Whoever applied reads their documents, too: every look is logged.
alter table audit_log drop constraint audit_log_actor_known;
alter table audit_log add constraint audit_log_actor_known check (actor_kind in ('person', 'job', 'command', 'applicant'));

-- The file store's default end: each file in pieces, so that neither side ever holds one whole.
create table stored_file_pieces (
  key text not null,
  position integer not null,
  content bytea not null,
  primary key (key, position)
);
alter table stored_file_pieces alter column content set storage external;
