-- $1 day.
select ticket_type, taken from boxing_seats where event_on = $1::date
