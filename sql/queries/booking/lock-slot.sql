-- $1 day, $2 time: until the end of the transaction nobody else books or moves into this slot.
-- `capacity` is null where the slot has no number of its own.
insert into assessment_slots as s (day, time)
values ($1::date, $2::time)
on conflict (day, time) do update set capacity = s.capacity
returning capacity
