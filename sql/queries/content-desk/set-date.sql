-- $1 page, $2 day, $3 time or null, $4 whether it is another event than before, $5 who sets it, $6 now.
update promotion_dates
set day = $2::date, starts_at = $3::time, first_day = case when $4::boolean then $2::date else first_day end,
  revision = revision + 1, changed_at = $6::timestamptz, changed_by = $5::text
where page = $1::text
returning day::text as day, to_char(starts_at, 'HH24:MI') as time, first_day::text as "firstDay", revision
