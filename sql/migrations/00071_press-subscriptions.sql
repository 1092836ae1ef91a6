-- Who gets press releases by mail, and the requests that nobody has confirmed yet. An address is stored for as long as it is needed: a
-- request loses it when it is confirmed or runs out, a subscription when it ends.

create table press_subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text,
  -- Stands in every mail, so it is kept as it is; whoever holds it can do no more than unsubscribe.
  unsubscribe_token text not null,
  -- What the person agreed to, word for word.
  consent text not null,
  confirmed_at timestamptz not null,
  ended_at timestamptz,
  constraint press_subscriptions_ended_without_address check ((email is null) = (ended_at is not null))
);
create unique index press_subscriptions_email on press_subscriptions (lower(email));
create unique index press_subscriptions_token on press_subscriptions (unsubscribe_token);

create table press_requests (
  -- SHA-256 of the token in the mail.
  token_hash bytea primary key,
  email text,
  consent text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- What a used one began.
  subscription_id uuid references press_subscriptions (id),
  constraint press_requests_hash_length check (length(token_hash) = 32),
  constraint press_requests_used check ((used_at is null) = (subscription_id is null))
);
create index press_requests_expiry on press_requests (expires_at);
create index press_requests_subscription on press_requests (subscription_id);

-- Which release went to whom: each once.
create table press_deliveries (
  release_id text not null,
  subscription_id uuid not null references press_subscriptions (id),
  mailed_at timestamptz not null,
  primary key (release_id, subscription_id)
);
