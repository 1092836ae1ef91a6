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
  reserved_at timestamptz not null default now(),
  constraint boxing_reservations_guests check (guests between 1 and 10),
  constraint boxing_reservations_seats foreign key (event_on, ticket_type) references boxing_seats (event_on, ticket_type)
);
create unique index boxing_reservations_once on boxing_reservations (submission_key);

create function announce_boxing_seats() returns trigger
language plpgsql as $$
begin
  perform announce_page_data(array['boxing-seats']);
  return null;
end
$$;
create trigger boxing_seats_announce after insert or update or delete on boxing_seats
  for each statement execute function announce_boxing_seats();
