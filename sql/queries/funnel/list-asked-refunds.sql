-- $1 before when they were asked for, $2 how many: refunds to which the provider has not answered.
select id from order_refunds where state = 'asked' and requested_at < $1::timestamptz order by requested_at limit $2::int
