-- The documents that applicants send as evidence. What a file holds lies in the file store (src/providers/files); here is what is
-- known about it.

create table evidence_files (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references applications (id),
  criterion_id text not null,
  -- As its owner called it, made safe to show.
  name text not null,
  -- Recognised by content, never by what the browser said.
  media_type text not null,
  bytes integer not null,
  sha256 bytea not null,
  -- checking: only its arrival is known; ready: can be read; refused: not what it should be, or infected; purged: its content is gone.
  state text not null default 'checking',
  -- waiting, clean, infected; unscanned where no scanner is connected.
  scan text not null default 'waiting',
  -- The document's own last day, where it has one.
  expires_on date,
  uploaded_at timestamptz not null default now(),
  purged_at timestamptz,
  constraint evidence_files_state_known check (state in ('checking', 'ready', 'refused', 'purged')),
  constraint evidence_files_scan_known check (scan in ('waiting', 'clean', 'infected', 'unscanned')),
  constraint evidence_files_bytes check (bytes between 0 and 20971520)
);
create index evidence_files_of on evidence_files (application_id, criterion_id, uploaded_at);
create index evidence_files_expiry on evidence_files (expires_on) where expires_on is not null and state = 'ready';
