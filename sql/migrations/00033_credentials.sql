-- Credentials of accredited entries, as they were signed (docs/credential.md). The queue's process alone makes them; pages and files read them.

-- The places in the status lists. A place is one credential's for good: it is never given again.
create table credential_places (
  list integer not null,
  place integer not null,
  -- No foreign key: a credential that was handed out stays revoked, whatever becomes of the entry.
  entry_id uuid not null,
  -- What the credential says, as a hash. Another place is taken when it says something else.
  claims bytea not null,
  -- For good: the entry was revoked, or the credential was replaced by one that says something else.
  revoked_at timestamptz,
  -- Until the entry is accredited again.
  suspended_at timestamptz,
  primary key (list, place),
  constraint credential_places_in_list check (list > 0 and place between 0 and 131071)
);
create unique index credential_places_current on credential_places (entry_id) where revoked_at is null;

-- The credential of each accredited entry.
create table entry_credentials (
  -- No foreign key, as of the leaves of the public log.
  entry_id uuid primary key,
  -- The version of the entry: its newest leaf in the public log.
  leaf_id bigint not null,
  key_id uuid not null references signing_keys,
  -- Of the program that made it: another form is signed anew.
  form smallint not null,
  json text not null,
  jws text not null
);
create index entry_credentials_key on entry_credentials (key_id, form);

-- The status lists as they were signed.
create table credential_status_lists (
  purpose text not null,
  list integer not null,
  key_id uuid not null references signing_keys,
  json text not null,
  jws text not null,
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  primary key (purpose, list),
  constraint credential_status_lists_purpose check (purpose in ('revocation', 'suspension'))
);

-- How far the public log has been followed; one row.
create table credential_progress (
  log_key_id uuid not null,
  position bigint not null
);
create unique index credential_progress_one on credential_progress ((true));

-- Why a key ended: one whose private half may be known to others verifies nothing any more.
alter table signing_keys add column is_leaked boolean not null default false;
