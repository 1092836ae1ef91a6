-- What people have written or left to the site, as the desk works it off: enquiries, leads, webinar sign-ups and boxing reservations
-- get a state of their own, and one view shows them alike.

alter table contact_enquiries
  add column state text not null default 'new', add column handled_by_name text, add column handled_at timestamptz,
  add constraint contact_enquiries_state_known check (state in ('new', 'in-hand', 'done'));
alter table quick_apply_leads
  add column state text not null default 'new', add column handled_by_name text, add column handled_at timestamptz,
  add constraint quick_apply_leads_state_known check (state in ('new', 'in-hand', 'done'));
alter table webinar_sign_ups
  add column state text not null default 'new', add column handled_by_name text, add column handled_at timestamptz,
  add constraint webinar_sign_ups_state_known check (state in ('new', 'in-hand', 'done'));
alter table boxing_reservations
  add column state text not null default 'new', add column handled_by_name text, add column handled_at timestamptz,
  add constraint boxing_reservations_state_known check (state in ('new', 'in-hand', 'done'));

create index contact_enquiries_newest on contact_enquiries (received_at desc, id desc);
create index quick_apply_leads_newest on quick_apply_leads (created_at desc, id desc);
create index webinar_sign_ups_newest on webinar_sign_ups (signed_up_at desc, id desc);
create index boxing_reservations_newest on boxing_reservations (reserved_at desc, id desc);

-- `details` are the fields that one kind alone has, in the order in which they are shown.
create view letters as
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
from boxing_reservations;
