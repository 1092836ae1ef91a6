-- $1 moment: of reservations for events before it only the seats stay; of one that was made after its event, from then on.
update boxing_reservations set name = '', email = '', phone = ''
where event_on < ($1::timestamptz at time zone 'Europe/London')::date and reserved_at < $1::timestamptz
  and (name, email, phone) <> ('', '', '')
returning 1 as one
