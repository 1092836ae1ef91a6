-- $1 before when they were ordered, $2 how many: sessions of open orders of which nothing has been heard.
select checkout_session_id as session_id from orders
where status = 'pending' and checkout_session_id is not null and created_at < $1::timestamptz
order by created_at
limit $2::int
