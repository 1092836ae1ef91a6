-- Assessment calls: when they can be held, and who has booked one. A booking locks its slot's row and counts what stands in it, so
-- that parallel bookings follow one another and no more stand than there is room for.

create table assessment_slots (
  -- In Europe/London.
  day date not null,
  time time not null,
  -- How many calls can be held at once; null for the site's own number (ASSESSMENT_CALLS_AT_ONCE). 0 closes the slot.
  capacity integer,
  primary key (day, time),
  constraint assessment_slots_capacity check (capacity >= 0),
  constraint assessment_slots_time check (time in ('09:00', '10:00', '11:00', '14:00', '15:00', '16:00'))
);

create table assessment_calls (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references applications (id),
  day date not null,
  time time not null,
  phone text not null,
  message text not null,
  selected_options text[] not null,
  -- By whom a call counts, so that nobody takes all of them: the address as it is counted (no plus tag, no dots of Gmail), and a keyed
  -- hash of the network. Empty where nobody is to be counted.
  mailbox text not null default '',
  visitor text not null default '',
  -- A call that has taken place (or was missed) stands in no way of another one: booking the next marks it as over.
  state text not null default 'booked',
  -- Counts the changes, as the calendar entry that was mailed does.
  sequence integer not null default 0,
  booked_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  constraint assessment_calls_state_known check (state in ('booked', 'cancelled', 'over')),
  constraint assessment_calls_slot foreign key (day, time) references assessment_slots (day, time)
);
-- One for each application; after it is cancelled another can be booked.
create unique index assessment_calls_one_booked on assessment_calls (application_id) where state = 'booked';
create index assessment_calls_in_slot on assessment_calls (day, time) where state = 'booked';
create index assessment_calls_mailbox on assessment_calls (mailbox) where state = 'booked';
create index assessment_calls_visitor on assessment_calls (visitor) where state = 'booked';
