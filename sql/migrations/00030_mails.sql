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
