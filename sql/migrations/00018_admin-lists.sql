-- What the admin area's lists are sorted by, besides time. Each list reads along an index, whatever it is sorted by.

create index applications_by_title on applications (status, fold(event_draft ->> 'title'), id);
create index orders_by_due on orders ((amount_pence - discount_pence), id);

-- What became of assessment calls. What was said is a note of the application.
create table assessment_call_outcomes (
  call_id uuid primary key references assessment_calls (id) on delete cascade,
  outcome text not null,
  recorded_by text references people (id) on delete set null,
  recorded_by_name text not null,
  recorded_at timestamptz not null,
  constraint assessment_call_outcomes_known check (outcome in ('held', 'no-show', 'follow-up'))
);
create index assessment_calls_agenda on assessment_calls (day, time, id) where state <> 'cancelled';

-- Enquiries are looked after by somebody, and answered; `state` says where they stand: new is open, in-hand waits for the person.
alter table contact_enquiries add column assigned_to text references people (id) on delete set null;
create index contact_enquiries_assigned on contact_enquiries (assigned_to) where assigned_to is not null;

create table enquiry_messages (
  id bigint generated always as identity primary key,
  enquiry_id uuid not null references contact_enquiries (id) on delete cascade,
  kind text not null,
  author_id text references people (id) on delete set null,
  author_name text not null,
  text text not null,
  written_at timestamptz not null,
  constraint enquiry_messages_known check (kind in ('sent', 'received', 'note'))
);
create index enquiry_messages_of on enquiry_messages (enquiry_id, id);
