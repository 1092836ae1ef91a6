-- Keys of the open data's calls, for higher limits. A key is 256 random bits, so its SHA-256 is enough: nobody guesses it, salted or not.

create table api_keys (
  id uuid primary key default uuidv7(),
  key_hash text not null,
  -- Of the link that its holder was mailed.
  link_hash text not null,
  -- Its last characters, by which its holder tells it from others.
  ending text not null,
  name text not null,
  email text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by text,
  constraint api_keys_revoked_by check (revoked_by in ('holder', 'admin')),
  constraint api_keys_revoked check ((revoked_at is null) = (revoked_by is null))
);
create unique index api_keys_key_hash on api_keys (key_hash);
create unique index api_keys_link_hash on api_keys (link_hash);
create index api_keys_email on api_keys (lower(email));

-- How often a key was used on a day, by call. Nothing says for what.
create table api_key_uses (
  key_id uuid not null references api_keys (id) on delete cascade,
  day date not null,
  call text not null,
  calls bigint not null,
  primary key (key_id, day, call)
);
