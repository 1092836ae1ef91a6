-- Signed webhooks: who is told of changes of the register by a request to an address of their own, and what came of each.

-- Changes from before anybody could register an endpoint are no news.
insert into log_readers (reader, position)
select 'webhooks', (select coalesce(max(position) + 1, 0) from register_leaves);

-- Links by mail that open the page with all endpoints of an address. They can be used until they end.
create table webhook_links (
  -- SHA-256 of the token in the mail.
  token_hash bytea primary key,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint webhook_links_hash_length check (length(token_hash) = 32)
);
create index webhook_links_expiry on webhook_links (expires_at);
create index webhook_links_email on webhook_links (email);

create table webhook_endpoints (
  id uuid primary key default uuidv7(),
  -- Of the contact, in small letters. Whoever registers has followed a link that was mailed there.
  email text not null,
  -- Stands for the mailbox behind it, for counting.
  mailbox text not null,
  address text not null,
  -- What is followed, as the query of an address (follows.subject).
  subject text not null,
  state text not null,
  -- Why it is disabled.
  disabled_by text,
  -- Both encrypted under SESSION_SECRET. The old one signs as well until its end.
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamptz,
  created_at timestamptz not null,
  -- When its state was last changed.
  changed_at timestamptz not null,
  delivered_at timestamptz,
  -- Attempts since the last success, the first of them, and until when nothing is sent after too many.
  failures integer not null default 0,
  failing_since timestamptz,
  rests_until timestamptz,
  -- A process is sending to it; after this time another may.
  claimed_until timestamptz,
  constraint webhook_endpoints_state_known check (state in ('active', 'paused', 'disabled')),
  constraint webhook_endpoints_disabled check ((state = 'disabled') = (disabled_by is not null)),
  constraint webhook_endpoints_disabled_by_known check (disabled_by in ('failures', 'gone', 'admin')),
  constraint webhook_endpoints_old_secret check ((old_secret is null) = (old_secret_until is null)),
  constraint webhook_endpoints_failing check ((failures = 0) = (failing_since is null))
);
create index webhook_endpoints_email on webhook_endpoints (email);
create index webhook_endpoints_mailbox on webhook_endpoints (mailbox);

-- One event for one endpoint. What is sent is made of the log's entry at that position each time.
create table webhook_deliveries (
  id bigint primary key generated always as identity,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  -- Place in the public log; null of a test.
  position bigint,
  entry_id uuid,
  state text not null,
  created_at timestamptz not null,
  -- Since when it is tried: the three days count from here, and begin again when it is sent again.
  begun_at timestamptz not null,
  -- Not before this time; null once it is settled.
  next_at timestamptz,
  attempts integer not null default 0,
  -- Of the last attempt.
  attempted_at timestamptz,
  http_status integer,
  outcome text,
  milliseconds integer,
  constraint webhook_deliveries_once unique (endpoint_id, position),
  constraint webhook_deliveries_state_known check (state in ('waiting', 'delivered', 'failed')),
  constraint webhook_deliveries_waiting check ((state = 'waiting') = (next_at is not null)),
  constraint webhook_deliveries_about check ((position is null) = (entry_id is null))
);
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, position) where state = 'waiting';
create index webhook_deliveries_list on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_created on webhook_deliveries (created_at);
create index webhook_deliveries_attempted on webhook_deliveries (attempted_at);
