-- Email addresses whose mail is known to be read: somebody has pressed a button behind a link that was mailed there.

create table confirmed_addresses (
  id uuid primary key default gen_random_uuid(),
  -- In small letters, trimmed.
  email text not null,
  confirmed_at timestamptz not null,
  constraint confirmed_addresses_email unique (email)
);

-- Links that confirm an address. What is kept is the SHA-256 of the token, never the token.
create table address_confirmations (
  token_hash bytea primary key,
  email text not null,
  -- What the address was given for (rules.ts): the mail says it.
  reason text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint address_confirmations_hash_length check (length(token_hash) = 32),
  constraint address_confirmations_order check (expires_at > created_at)
);
create index address_confirmations_email on address_confirmations (email);
create index address_confirmations_expiry on address_confirmations (expires_at);

-- Using a link that was mailed to an address proves that address, and no other. Links of before prove nothing.
alter table access_links add column email text;
