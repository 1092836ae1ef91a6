-- The second factor of people of the desk: one authenticator app each, and codes for the day on which it is lost.

create table second_factors (
  person_id text primary key references people (id) on delete cascade,
  -- AES-256-GCM under a key made of SESSION_SECRET (src/providers/auth/sealed.ts): a copy of the database gives no codes.
  secret bytea not null,
  -- The newest time step (of 30 seconds since 1970) whose code was used: a code counts once, and none before it.
  last_step bigint not null,
  enrolled_at timestamptz not null
);

create table recovery_codes (
  id bigint generated always as identity primary key,
  person_id text not null references second_factors (person_id) on delete cascade,
  -- The code's first two letters, which only tell which one it is.
  label text not null,
  -- Argon2id: what is kept opens nothing.
  hash text not null,
  -- A code is used once.
  used_at timestamptz
);
create index recovery_codes_person on recovery_codes (person_id);

-- Null: the password alone was given so far, or the person has no second factor.
alter table sign_in_sessions add column factor_at timestamptz;
-- In words, such as "Firefox on Windows": for the person's own list of sessions. The browser's own line is not kept.
alter table sign_in_sessions add column browser text not null default '';

-- Who is deactivated stays in the books and signs in no more.
alter table people add column deactivated_at timestamptz;
