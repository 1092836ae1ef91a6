-- What follows the public log: mails to those who follow a part of the register, and to the organiser whose entry changed.

-- How far each reader of the log has come: the first position that it has not dealt with.
create table log_readers (
  reader text primary key,
  position bigint not null
);
-- Changes from before anybody could follow them are no news.
insert into log_readers (reader, position)
select reader, (select coalesce(max(position) + 1, 0) from register_leaves) from unnest(array['followers', 'holders']) as given (reader);

-- Finds the mail that was written in the transaction of a change.
create index mails_created on mails (created_at);

-- Who follows something by mail, with an address that was confirmed. The row goes when nothing is followed any more.
create table followers (
  id uuid primary key default uuidv7(),
  email text not null,
  -- In the links of each mail: opens the page with everything that the address follows.
  token text not null,
  confirmed_at timestamptz not null,
  -- The last mail of changes (its once_key), when it and the last weekly one were written, and how many in a row could not be delivered.
  mail_key text,
  mailed_at timestamptz,
  weekly_at timestamptz,
  failures smallint not null default 0
);
create unique index followers_email on followers (lower(email));
create unique index followers_token on followers (token);

create table follows (
  id uuid primary key default uuidv7(),
  follower_id uuid not null references followers (id) on delete cascade,
  -- What is followed, as the query of an address: `entry=…`, `organiser=…`, or filters of the register.
  subject text not null,
  cadence text not null,
  consent text not null,
  begun_at timestamptz not null,
  -- Positions of the changes that it was not told of yet, the last 30, and how many there are.
  news bigint[] not null default '{}',
  news_count integer not null default 0,
  constraint follows_cadence_known check (cadence in ('at-once', 'weekly'))
);
create unique index follows_once on follows (follower_id, subject);
create index follows_subject on follows (subject);
-- Filters are held against each change; the others are found by it.
create index follows_filters on follows (subject) where subject !~ '^(entry|organiser)=';
create index follows_news on follows (follower_id) where news_count > 0;

-- What was asked for and not confirmed yet. The address goes with the confirmation, the row when its link ends.
create table follow_requests (
  -- SHA-256 of the token in the mail.
  token_hash bytea primary key,
  email text,
  subject text not null,
  cadence text not null,
  consent text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Who follows by it.
  follower_id uuid references followers (id) on delete cascade,
  constraint follow_requests_hash_length check (length(token_hash) = 32),
  constraint follow_requests_used check ((email is null) = (used_at is not null)),
  constraint follow_requests_cadence_known check (cadence in ('at-once', 'weekly'))
);
create index follow_requests_expiry on follow_requests (expires_at);
create index follow_requests_email on follow_requests (lower(email));
create index follow_requests_follower on follow_requests (follower_id);
