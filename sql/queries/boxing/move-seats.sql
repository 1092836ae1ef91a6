-- $1 day, $2 its new day: the reservations follow their seats.
with moved as (update boxing_seats set event_on = $2::date where event_on = $1::date)
select id from boxing_reservations where event_on = $1::date
