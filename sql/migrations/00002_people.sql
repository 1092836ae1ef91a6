-- People who may sign in to the desk. The columns are those of the authentication library, under our own names.

create table people (
  id text primary key,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  role text not null default 'reviewer',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint people_role_known check (role in ('reviewer', 'editor', 'finance', 'owner'))
);
create unique index people_email on people (lower(email));

create table sign_in_sessions (
  id text primary key,
  person_id text not null references people (id) on delete cascade,
  token text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
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
