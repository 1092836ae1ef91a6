-- $1 moment: of reservations for events before it only the seats stay.
update boxing_reservations set name = '', email = '', phone = ''
where event_on < ($1::timestamptz at time zone 'Europe/London')::date and (name, email, phone) <> ('', '', '')
returning 1 as one
