-- $1 first day, $2 last day: the slots that anybody has booked or the operator has given a number, with the calls that stand in them.
select
  s.day, s.time, s.capacity,
  (select count(*) from assessment_calls c where c.day = s.day and c.time = s.time and c.state = 'booked') as booked
from assessment_slots s
where s.day between $1::date and $2::date
