-- $1 now, $2 days waited, $3 reminders sent, $4 days since the last of them, $5 how many: listings whose time is up.
select id from orders
where waits_since is not null and waits_since <= $1::timestamptz - make_interval(days => $2::int)
  and wait_reminders >= $3::int and wait_reminded_at <= $1::timestamptz - make_interval(days => $4::int)
order by waits_since
limit $5::int
