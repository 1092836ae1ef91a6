-- $1 page.
select day::text as day, to_char(starts_at, 'HH24:MI') as time, first_day::text as "firstDay", revision
from promotion_dates where page = $1::text
