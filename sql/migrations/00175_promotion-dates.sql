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
  for each statement execute function announce_content_flags();

-- Reservations move with the seats that they hold.
alter table boxing_reservations drop constraint boxing_reservations_seats;
alter table boxing_reservations add constraint boxing_reservations_seats
  foreign key (event_on, ticket_type) references boxing_seats (event_on, ticket_type) on update cascade;
