-- $1 page: the date as it stands. Nothing is booked for it, and nobody changes it, before the transaction ends.
select day::text as day, to_char(starts_at, 'HH24:MI') as time, first_day::text as "firstDay", revision
from promotion_dates where page = $1::text
for update
