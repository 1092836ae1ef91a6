-- Who holds how many seats and calls: counted by mailbox and by visitor, so that nobody takes all of them. `mailbox` is the address as it
-- is counted (no plus tag, no dots of Gmail), `visitor` a keyed hash of the network; both empty where nobody is to be counted.

alter table boxing_reservations
  add column mailbox text not null default '',
  add column visitor text not null default '',
  -- Until when the address has to be confirmed; null once it is.
  add column confirm_by timestamptz,
  -- It was not: the seats are free again, and whose they were is forgotten.
  add column released_at timestamptz;
create index boxing_reservations_mailbox on boxing_reservations (mailbox, event_on);
create index boxing_reservations_visitor on boxing_reservations (visitor, event_on);
create index boxing_reservations_unconfirmed on boxing_reservations (confirm_by) where confirm_by is not null;

alter table assessment_calls add column mailbox text not null default '', add column visitor text not null default '';
create index assessment_calls_mailbox on assessment_calls (mailbox) where state = 'booked';
create index assessment_calls_visitor on assessment_calls (visitor) where state = 'booked';

-- As before, without reservations that were released.
create or replace view letters as
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
