-- Emails of a case in both directions.

-- Which application an email is about; null for every other one.
alter table mails add column application_id uuid;
-- Who wrote it, by name; null for what the site writes by itself.
alter table mails add column author_name text;
-- The Message-ID of what it answers.
alter table mails add column in_reply_to text;
-- Of a document that is read from the file store when the email is sent, so that no second copy is kept.
alter table mail_attachments add column file_key text;

-- The addresses that answers come to: the local part is a code for one application and one mailbox. What is kept is its SHA-256.
create table case_addresses (
  code_hash bytea primary key,
  application_id uuid not null references applications (id),
  -- To where it was sent, in small letters, trimmed.
  email text not null,
  created_at timestamptz not null default now(),
  constraint case_addresses_hash_length check (length(code_hash) = 32)
);
create index case_addresses_of on case_addresses (application_id);
create index case_addresses_email on case_addresses (email);

-- What came in. Its bytes are in the file store as `evidence/<id>` until its attachments have been taken over, or it is deleted.
create table incoming_mails (
  id uuid primary key default uuidv7(),
  -- SHA-256 of the recipient and the message: the same one counts once.
  digest bytea not null,
  -- The mailbox that the code of the address belongs to; null without a valid one.
  sent_to text,
  -- Null as long as nobody has said where it belongs.
  application_id uuid references applications (id),
  -- Whose case it may be, and why: the code of an address that is no longer used, a reference in the subject, or the sender's address.
  suggested_id uuid references applications (id),
  suggested_by text,
  -- waiting: only its arrival is known; read: its text is here; filed: its attachments are with the case; unreadable.
  state text not null default 'waiting',
  from_name text not null default '',
  from_email text not null default '',
  -- The code of the case is right, and the sender is not the one that it was sent to.
  is_from_other boolean not null default false,
  is_automatic boolean not null default false,
  subject text not null default '',
  -- From HTML where there was nothing else; never HTML.
  text_body text not null default '',
  message_id text,
  -- [{name, bytes, refused}]: a sentence where it was not taken.
  files jsonb not null default '[]',
  bytes integer not null,
  received_at timestamptz not null default now(),
  attached_by_name text,
  -- Who has said that it needs no answer.
  settled_by_name text,
  constraint incoming_mails_digest unique (digest),
  constraint incoming_mails_digest_length check (length(digest) = 32),
  constraint incoming_mails_state_known check (state in ('waiting', 'read', 'filed', 'unreadable')),
  constraint incoming_mails_suggested check (suggested_by in ('code', 'reference', 'sender')),
  constraint incoming_mails_bytes check (bytes between 0 and 10485760)
);
create index incoming_mails_of on incoming_mails (application_id, received_at) where application_id is not null;
create index incoming_mails_open on incoming_mails (received_at) where application_id is not null and settled_by_name is null;
create index incoming_mails_without on incoming_mails (received_at) where application_id is null;
create index incoming_mails_from on incoming_mails (lower(from_email));
create index incoming_mails_received on incoming_mails (received_at);

-- A document that came by email belongs to no criterion.
alter table evidence_files add column mail_id uuid;

-- Somebody who reads and answers, and decides nothing.
alter table people drop constraint people_roles_known;
alter table people add constraint people_roles_known check (
  cardinality(roles) > 0 and roles <@ array['reviewer', 'panel', 'editor', 'concerns', 'finance', 'support', 'owner']
) not valid;

-- Saved replies stand beside the reasons, and are longer.
alter table reason_texts drop constraint reason_texts_kind_known;
alter table reason_texts add constraint reason_texts_kind_known check (
  kind in ('more-needed', 'not-met', 'condition', 'not-applicable', 'approve', 'reject', 'refuse', 'reply')
) not valid;
alter table reason_texts drop constraint reason_texts_length;
alter table reason_texts add constraint reason_texts_length check (length(text) between 1 and 2000) not valid;
insert into reason_texts (kind, text, position)
values
  ('reply', 'Thank you for your email about {event}. We have added it to your application {reference}, and will answer within two working days.', 10),
  ('reply', 'Thank you for the documents. We have added them to your application {reference}. You need not send them again.', 20),
  ('reply', 'We cannot tell you yet how your application {reference} will be decided. We email you as soon as it is.', 30);
