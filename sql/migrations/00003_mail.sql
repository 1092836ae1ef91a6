-- Mails that the site writes, and addresses whose mail is known to be read.

-- Every mail that the site writes: a row beside the change that causes it, then the queue takes it to the mail server. What stands
-- here is what was sent, word for word.
create table mails (
  -- In the order of writing, which is the order of the mailbox.
  id uuid primary key default uuidv7(),
  -- Which template wrote it.
  kind text not null,
  -- Of what happens once there is one mail: a second one with the same key is not written.
  once_key text,
  to_name text not null default '',
  to_email text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  -- Where a mail that goes to a list can be unsubscribed from with one click (RFC 8058); null for every other mail.
  unsubscribe_url text,
  state text not null default 'waiting',
  -- Attempts since it was written or asked for again.
  attempts integer not null default 0,
  -- Why the last attempt came to nothing.
  reason text,
  -- While this lies ahead, a process is handing the mail over. Once it lies behind, that process has died.
  sending_until timestamptz,
  created_at timestamptz not null default now(),
  -- When it was sent, kept or given up.
  settled_at timestamptz,
  constraint mails_state_known check (state in ('waiting', 'sent', 'kept', 'failed'))
);
create unique index mails_once_key on mails (once_key);
create index mails_by_state on mails (state, id desc);
create index mails_being_sent on mails (sending_until) where sending_until is not null;
-- What the retention periods look for.
create index mails_settled on mails (settled_at) where html_body <> '';
-- The mailbox is searched by address and subject.
create index mails_email_search on mails using gin (fold(to_email) gin_trgm_ops);
create index mails_subject_search on mails using gin (fold(subject) gin_trgm_ops);

create table mail_attachments (
  mail_id uuid not null references mails (id) on delete cascade,
  position integer not null,
  name text not null,
  content_type text not null,
  -- Of a calendar file: REQUEST, CANCEL or PUBLISH.
  method text,
  content bytea not null,
  primary key (mail_id, position)
);

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
