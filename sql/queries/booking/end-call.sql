-- $1 call, whose time has come: the next can be booked.
update assessment_calls set state = 'over' where id = $1::uuid and state = 'booked'
