-- $1 before when they came, $2 how many: events that nobody has worked off.
select id from payment_events
where processed_at is null and received_at < $1::timestamptz
order by received_at
limit $2::int
