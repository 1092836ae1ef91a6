-- Links by mail that give another device the cookie of an application. What is kept is the SHA-256 of the token, never the token.

create table access_links (
  token_hash bytea primary key,
  application_id uuid not null references applications (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A link is used once.
  used_at timestamptz,
  constraint access_links_hash_length check (length(token_hash) = 32),
  constraint access_links_order check (expires_at > created_at)
);
create index access_links_application on access_links (application_id);
