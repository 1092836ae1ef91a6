-- Mails that did not arrive, and addresses that are not written to any more.

-- What the mail provider, or a mail server that refused a recipient, reported of one mail. The same report is taken once.
create table bounces (
  id uuid primary key default uuidv7(),
  -- Who reported it (`smtp`, or the provider), and the id that it has there.
  source text not null,
  source_id text not null,
  -- In small letters, trimmed.
  email text not null,
  kind text not null,
  -- What the recipient's server answered.
  reason text not null,
  received_at timestamptz not null default now(),
  constraint bounces_kind_known check (kind in ('hard', 'soft', 'complaint')),
  constraint bounces_once unique (source, source_id, email)
);
create index bounces_email on bounces (email, received_at);
create index bounces_received on bounces (received_at);

-- The row stays when an admin has mail sent to the address again: soft bounces count from then on.
create table suppressed_addresses (
  id uuid primary key default uuidv7(),
  -- In small letters, trimmed.
  email text not null,
  cause text not null,
  reason text not null,
  suppressed_at timestamptz not null default now(),
  lifted_at timestamptz,
  constraint suppressed_addresses_email unique (email),
  constraint suppressed_addresses_cause_known check (cause in ('hard', 'soft', 'complaint'))
);
create index suppressed_addresses_held on suppressed_addresses (suppressed_at) where lifted_at is null;

-- A mail that came back, and one that was not sent because its address is suppressed. The old check allows a part of what the new one does.
alter table mails drop constraint mails_state_known;
alter table mails add constraint mails_state_known
  check (state in ('waiting', 'sent', 'kept', 'failed', 'bounced', 'suppressed')) not valid;
