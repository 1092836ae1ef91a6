-- People who may sign in to the admin area, what they did there, and what is owed to everybody whose data stand here. The columns of the
-- first tables are those of the authentication library, under our own names.

create table people (
  id text primary key,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  -- What somebody may do is the union of what their roles carry.
  roles text[] not null default array['reviewer'],
  -- Who is deactivated stays in the books and signs in no more.
  deactivated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint people_roles_known check (
    cardinality(roles) > 0 and roles <@ array['reviewer', 'panel', 'editor', 'concerns', 'finance', 'owner']
  )
);
create unique index people_email on people (lower(email));

create table sign_in_sessions (
  id text primary key,
  person_id text not null references people (id) on delete cascade,
  token text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  -- Null: the password alone was given so far, or the person has no second factor.
  factor_at timestamptz,
  -- In words, such as "Firefox on Windows": for the person's own list of sessions. The browser's own line is not kept.
  browser text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index sign_in_sessions_token on sign_in_sessions (token);
create index sign_in_sessions_person on sign_in_sessions (person_id);

create table credentials (
  id text primary key,
  person_id text not null references people (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index credentials_person on credentials (person_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

-- The second factor of people of the admin: one authenticator app each, and codes for the day on which it is lost.
create table second_factors (
  person_id text primary key references people (id) on delete cascade,
  -- AES-256-GCM under a key made of SESSION_SECRET (src/providers/auth/encrypt.ts): a copy of the database gives no codes.
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

-- Links by mail on which a person of the admin area sets a password: an invitation, or a new start for somebody who has forgotten theirs.
-- What is kept is the SHA-256 of the token, never the token.
create table invitations (
  token_hash bytea primary key,
  person_id text not null references people (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A link is used once. A newer link of the same person ends the earlier ones.
  used_at timestamptz,
  constraint invitations_hash_length check (length(token_hash) = 32),
  constraint invitations_order check (expires_at > created_at)
);
create index invitations_person on invitations (person_id);

-- The admin area always has an owner who can sign in. Checked after each change, one change at a time: of two owners who demote each other
-- at once, the second is refused.
create function keep_an_owner() returns trigger
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('keep_an_owner'));
  if not exists (
    select from people as p
    where 'owner' = any (p.roles) and p.deactivated_at is null
      and exists (select from credentials as c where c.person_id = p.id and c.password is not null)
  ) then
    raise exception 'the last owner stays' using errcode = 'restrict_violation', constraint = 'people_keep_an_owner';
  end if;
  return null;
end
$$;
create trigger people_keep_an_owner_on_change after update of roles, deactivated_at on people
  for each row when ('owner' = any (old.roles) and old.deactivated_at is null
    and (not 'owner' = any (new.roles) or new.deactivated_at is not null))
  execute function keep_an_owner();
create trigger people_keep_an_owner_on_delete after delete on people
  for each row when ('owner' = any (old.roles) and old.deactivated_at is null)
  execute function keep_an_owner();

-- Every sign-in to the admin area and every refusal. Neither an email address nor a network address stands here: `network` tells only
-- whether two events came from the same one.
create table sign_in_events (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  -- Null where the address that was typed is nobody's.
  person_id text,
  person_name text,
  event text not null,
  network text not null,
  browser text not null,
  constraint sign_in_events_known check (event in (
    'signed-in', 'password-refused', 'code-refused', 'recovery-code-used', 'signed-out'
  ))
);
create index sign_in_events_person on sign_in_events (person_id, id);
create index sign_in_events_happened_at on sign_in_events (happened_at);

-- Append-only; a year later an event may go, and not before.
create function keep_sign_in_events() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.happened_at < now() - interval '1 year' then
    return old;
  end if;
  raise exception 'table % is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
create trigger sign_in_events_append_only before update or delete on sign_in_events
  for each row execute function keep_sign_in_events();
create trigger sign_in_events_not_emptied before truncate on sign_in_events
  for each statement execute function refuse_change();
revoke update, truncate on sign_in_events from current_user, public;

-- Every change that a person of the admin area, a job or an operator's command made: who, when, what, before and after. Written in the
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
-- Read by what was done and by day. The distinct values of the filters come from these indexes, one step each.
create index audit_log_action on audit_log (action, id);
create index audit_log_happened_at on audit_log (happened_at, id);

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_not_emptied before truncate on audit_log
  for each statement execute function refuse_change();
-- The program's own role gives the right up as well. (A superuser keeps it; the triggers hold for everybody.)
revoke update, delete, truncate on audit_log from current_user, public;

-- What people complain about.
create table complaints (
  id uuid primary key default uuidv7(),
  -- What the person is told to quote: C and six characters without look-alikes.
  reference text not null,
  -- Empty once the complaint has been made anonymous.
  name text not null,
  email text not null,
  phone text not null default '',
  about text not null,
  -- The event, number or reference that it concerns, as it was typed.
  concerns text not null default '',
  message text not null,
  received_at timestamptz not null,
  closed_at timestamptz,
  closed_by text references people (id) on delete set null,
  closed_by_name text,
  -- How it was settled; mailed to the person.
  outcome text,
  constraint complaints_about_known check (about in ('event', 'decision', 'service', 'data', 'other')),
  constraint complaints_closed_whole check ((closed_at is null) = (outcome is null) and (closed_at is null) = (closed_by_name is null))
);
create unique index complaints_reference on complaints (reference);
create index complaints_email on complaints (lower(email));
create index complaints_newest on complaints (id desc);

-- That a person's data were erased, so that it can be shown and done again after a backup was restored. `address` is an HMAC: it tells
-- whether this was about a given address, and not the address.
create table erasures (
  id uuid primary key default uuidv7(),
  address text not null,
  erased_at timestamptz not null,
  erased_by text references people (id) on delete set null,
  erased_by_name text not null,
  reason text not null,
  -- [{"what", "count"}] and [{"what", "count", "why"}]
  erased jsonb not null,
  kept jsonb not null
);
create index erasures_address on erasures (address);

-- One row a run: how many rows each period has removed or emptied.
create table retention_runs (
  id uuid primary key default uuidv7(),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  removed jsonb not null
);
