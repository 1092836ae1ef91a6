-- $1 day, $2 time, $3 how many calls at once, or null for the site's own number. Comes back with what it was.
with before as (select capacity from assessment_slots where day = $1::date and time = $2::time)
insert into assessment_slots as s (day, time, capacity) values ($1::date, $2::time, $3::integer)
on conflict (day, time) do update set capacity = excluded.capacity
returning (select capacity from before) as before
