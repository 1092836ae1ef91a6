-- What the public site shows and takes besides the register: partners, switches, and what people write or leave to it.

-- Partner organisations, shown by ascending priority while active.
create table partners (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  url text,
  logo_url text,
  active boolean not null default true,
  priority integer not null default 100,
  is_demo boolean not null default false,
  created_at timestamptz not null default now()
);
create trigger partners_announce after insert or update or delete on partners
  for each statement execute function announce_tags('partners');

-- What the public pages show and which forms are open, as the admin area switches it. The names are those of src/domain/content-flags.ts.
create table content_flags (
  name text primary key,
  is_on boolean not null default true,
  changed_at timestamptz,
  changed_by text references people (id) on delete set null
);
insert into content_flags (name)
values ('testimonials'), ('claims'), ('savings'), ('scarcity'), ('webinar'), ('boxing');
create trigger content_flags_announce after insert or update or delete on content_flags
  for each statement execute function announce_tags('content-flags');

-- When the boxing night and the webinar take place, as an admin sets it. Pages, calendars, mails and closing times read it from here.
create table promotion_dates (
  page text primary key,
  -- Day and time in London. The boxing night is announced without a time.
  day date not null,
  starts_at time,
  -- The day that this event was first announced for: it names the event in calendars, and stays when the event is moved.
  first_day date not null,
  -- Counts the changes, for calendars that hold an earlier one.
  revision integer not null default 0,
  changed_at timestamptz,
  changed_by text references people (id) on delete set null,
  constraint promotion_dates_page_known check (page in ('boxing', 'webinar')),
  constraint promotion_dates_time check ((page = 'webinar') = (starts_at is not null))
);
insert into promotion_dates (page, day, starts_at, first_day)
values ('boxing', '2025-08-23', null, '2025-08-23'), ('webinar', '2025-08-23', '18:00', '2025-08-23');
create trigger promotion_dates_announce after insert or update or delete on promotion_dates
  for each statement execute function announce_tags('content-flags');

-- What people write by the contact form. An enquiry is stored before anything else is done with it, so that none is lost.
create table contact_enquiries (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  company text not null default '',
  phone text not null default '',
  subject text not null default '',
  message text not null,
  state text not null default 'new',
  handled_by_name text,
  handled_at timestamptz,
  received_at timestamptz not null default now(),
  constraint contact_enquiries_state_known check (state in ('new', 'in-hand', 'done'))
);
create index contact_enquiries_newest on contact_enquiries (received_at desc, id desc);
create index contact_enquiries_words on contact_enquiries using gin
  (fold(name || E'\n' || email || E'\n' || company || E'\n' || subject || E'\n' || message) gin_trgm_ops);

-- Companies that asked whether they qualify. The same answers sent again are the same lead.
create table quick_apply_leads (
  id uuid primary key default gen_random_uuid(),
  company_name text not null,
  has_ticketed_events boolean not null,
  wants_more_attendance boolean not null,
  name text not null,
  email text not null,
  phone text not null,
  -- The words that were agreed to; null when the box was left unticked.
  marketing_consent text,
  state text not null default 'new',
  handled_by_name text,
  handled_at timestamptz,
  created_at timestamptz not null default now(),
  last_sent_at timestamptz not null default now(),
  constraint quick_apply_leads_state_known check (state in ('new', 'in-hand', 'done'))
);
create unique index quick_apply_leads_once on quick_apply_leads
  (lower(email), lower(company_name), lower(name), phone, has_ticketed_events, wants_more_attendance);
create index quick_apply_leads_last_sent on quick_apply_leads (last_sent_at);
create index quick_apply_leads_newest on quick_apply_leads (created_at desc, id desc);
create index quick_apply_leads_words on quick_apply_leads using gin
  (fold(name || E'\n' || email || E'\n' || company_name) gin_trgm_ops);

-- Who has signed up for a webinar: each address once.
create table webinar_sign_ups (
  id uuid primary key default gen_random_uuid(),
  webinar_at timestamptz not null,
  name text not null,
  email text not null,
  state text not null default 'new',
  handled_by_name text,
  handled_at timestamptz,
  signed_up_at timestamptz not null default now(),
  constraint webinar_sign_ups_state_known check (state in ('new', 'in-hand', 'done'))
);
create unique index webinar_sign_ups_once on webinar_sign_ups (lower(email), webinar_at);
create index webinar_sign_ups_webinar on webinar_sign_ups (webinar_at);
create index webinar_sign_ups_newest on webinar_sign_ups (signed_up_at desc, id desc);
create index webinar_sign_ups_words on webinar_sign_ups using gin (fold(name || E'\n' || email) gin_trgm_ops);

-- Reservations for the boxing night, and how many seats of each kind are taken. No more are taken than there are: the counter's
-- row is changed and checked in one step, so parallel reservations follow one another.
create table boxing_seats (
  event_on date not null,
  ticket_type text not null,
  capacity integer not null,
  taken integer not null,
  primary key (event_on, ticket_type),
  constraint boxing_seats_not_oversold check (taken between 0 and capacity)
);

create table boxing_reservations (
  id uuid primary key default gen_random_uuid(),
  event_on date not null,
  ticket_type text not null,
  guests integer not null,
  total_pence integer not null,
  name text not null,
  email text not null,
  phone text not null,
  -- A repeated click or a lost answer sends the same key again and gets the same reservation.
  submission_key uuid,
  -- By whom seats are counted, so that nobody takes all of them, as with assessment calls.
  mailbox text not null default '',
  visitor text not null default '',
  -- Until when the address has to be confirmed; null once it is.
  confirm_by timestamptz,
  -- It was not: the seats are free again, and whose they were is forgotten.
  released_at timestamptz,
  state text not null default 'new',
  handled_by_name text,
  handled_at timestamptz,
  reserved_at timestamptz not null default now(),
  constraint boxing_reservations_state_known check (state in ('new', 'in-hand', 'done')),
  constraint boxing_reservations_guests check (guests between 1 and 10),
  -- Reservations move with the seats that they hold.
  constraint boxing_reservations_seats foreign key (event_on, ticket_type) references boxing_seats (event_on, ticket_type)
    on update cascade
);
create unique index boxing_reservations_once on boxing_reservations (submission_key);
create index boxing_reservations_mailbox on boxing_reservations (mailbox, event_on);
create index boxing_reservations_visitor on boxing_reservations (visitor, event_on);
create index boxing_reservations_unconfirmed on boxing_reservations (confirm_by) where confirm_by is not null;
create index boxing_reservations_newest on boxing_reservations (reserved_at desc, id desc);
create index boxing_reservations_words on boxing_reservations using gin
  (fold(name || E'\n' || email || E'\n' || phone) gin_trgm_ops);
create trigger boxing_seats_announce after insert or update or delete on boxing_seats
  for each statement execute function announce_tags('boxing-seats');

-- What people have written or left to the site, alike for the admin. `details` are the fields that one kind alone has, in the order in
-- which they are shown. `words` is what the index of each table holds.
create view submissions as
select 'enquiries' as kind, id, received_at as arrived_at, name, email, company as organisation, phone, subject as about,
  json_build_object('Subject', subject, 'Message', message)::text as details,
  name || E'\n' || email || E'\n' || company || E'\n' || subject || E'\n' || message as words, state, handled_by_name, handled_at
from contact_enquiries
union all
select 'leads', id, created_at, name, email, company_name, phone,
  case when has_ticketed_events then 'Sells tickets' else 'Sells no tickets' end,
  json_build_object('Sells tickets', case when has_ticketed_events then 'Yes' else 'No' end,
    'Wants more people to come', case when wants_more_attendance then 'Yes' else 'No' end,
    'Agreed to marketing', coalesce(marketing_consent, 'No'))::text,
  name || E'\n' || email || E'\n' || company_name, state, handled_by_name, handled_at
from quick_apply_leads
union all
select 'sign-ups', id, signed_up_at, name, email, '', '', to_char(webinar_at at time zone 'Europe/London', 'YYYY-MM-DD HH24:MI'),
  json_build_object('Webinar', to_char(webinar_at at time zone 'Europe/London', 'YYYY-MM-DD HH24:MI'))::text,
  name || E'\n' || email, state, handled_by_name, handled_at
from webinar_sign_ups
union all
select 'reservations', id, reserved_at, name, email, '', phone, guests || ' × ' || ticket_type,
  json_build_object('Event', event_on::text, 'Ticket', ticket_type, 'Guests', guests::text,
    'Total', '£' || to_char(total_pence / 100.0, 'FM999990.00'))::text,
  name || E'\n' || email || E'\n' || phone, state, handled_by_name, handled_at
from boxing_reservations
where released_at is null;

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

-- How often the pages of the funnel were opened, by day. A page and a number: nothing of who opened it.
create table daily_visits (
  -- In London.
  day date not null,
  page text not null,
  visits bigint not null,
  primary key (day, page)
) with (fillfactor = 50);
