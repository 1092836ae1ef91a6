-- $1 first day, $2 last day, in London: what was paid for orders by product, and what of that went back since.
select o.type, count(*) as orders, sum(o.amount_pence - o.discount_pence) as paid_pence,
  coalesce(sum((select sum(r.amount_pence) from order_refunds r where r.order_id = o.id and r.finding_id is null
    and r.state = 'succeeded')), 0) as refunded_pence
from orders o
where o.paid_at >= $1::date::timestamp at time zone 'Europe/London'
  and o.paid_at < ($2::date + 1)::timestamp at time zone 'Europe/London'
group by o.type
