-- $1 first day, $2 last day, in London: what was paid for orders by product, and what of that went back since. No order gives back
-- more than was paid for it in the period: what went back of a later year's payment is not its own. A lost dispute takes all back
-- without a refund (its order is refunded, and by no payment's refund).
select o.type, count(*) as orders, sum(p.paid_pence) as paid_pence,
  sum(
    case when o.status = 'refunded' and o.ended_by_payment is null then p.paid_pence
      else least(p.paid_pence, coalesce((
        select sum(r.amount_pence) from order_refunds r
        where r.order_id = o.id and r.finding_id is null and r.state = 'succeeded'), 0)) end
  ) as refunded_pence
from orders o
cross join lateral (select o.amount_pence - o.discount_pence as paid_pence) as p
where o.paid_at >= $1::date::timestamp at time zone 'Europe/London'
  and o.paid_at < ($2::date + 1)::timestamp at time zone 'Europe/London'
group by o.type
