-- Money that moved and was written nowhere: what a subscription brings after its first payment, and what a payer's bank disputes. Amounts
-- are pence.

create table order_renewals (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders (id) on delete cascade,
  -- The provider's bill: counted once, however often it is told of.
  invoice_id text not null,
  -- Null where it was taken before this table was there.
  payment_intent_id text,
  amount_pence integer not null,
  paid_at timestamptz not null,
  constraint order_renewals_amount check (amount_pence > 0)
);
create unique index order_renewals_once on order_renewals (invoice_id);
create index order_renewals_order on order_renewals (order_id, paid_at);
create index order_renewals_paid on order_renewals (paid_at);
create index order_renewals_payment on order_renewals (payment_intent_id);

-- As the provider holds them. What becomes of the order does not touch them: one is open until the provider says how it ended.
create table order_disputes (
  -- The provider's own id.
  id text primary key,
  -- Null where the order does not exist here, as after the restore of a backup.
  order_id uuid references orders (id) on delete cascade,
  payment_intent_id text not null,
  amount_pence integer not null,
  currency text not null,
  -- The provider's words.
  reason text not null,
  status text not null,
  -- Until when it can be answered; null where the bank takes no answer.
  due_by timestamptz,
  opened_at timestamptz not null,
  -- When we heard how it ended.
  ended_at timestamptz
);
create index order_disputes_order on order_disputes (order_id);
create index order_disputes_payment on order_disputes (payment_intent_id);
create index order_disputes_opened on order_disputes (opened_at, id);
create index order_disputes_open on order_disputes (due_by) where ended_at is null;

-- Every payment that is booked.
create view order_payments as
select id as order_id, type, payment_intent_id, amount_pence - discount_pence as amount_pence, paid_at
from orders where paid_at is not null
union all
select r.order_id, o.type, r.payment_intent_id, r.amount_pence, r.paid_at
from order_renewals r join orders o on o.id = r.order_id;

-- What the payer's bank has taken back or holds: all of a disputed payment at most, less what was refunded of it before.
create view order_dispute_amounts as
select d.id, d.order_id, o.type, d.opened_at,
  greatest(0, least(d.amount_pence, coalesce(p.amount_pence - (
    select coalesce(sum(r.amount_pence), 0) from order_refunds r
    where r.payment_intent_id = d.payment_intent_id and r.state = 'succeeded'), d.amount_pence)))::int as amount_pence
from order_disputes d
join orders o on o.id = d.order_id
left join order_payments p on p.order_id = d.order_id and p.payment_intent_id = d.payment_intent_id
where d.status <> 'won' and d.status not like 'warning%'
  -- What was never booked is not missing now.
  and not exists (
    select from payment_discrepancies f where f.payment_intent_id = d.payment_intent_id and f.kind <> 'not-approved');

-- What came before, from the events that were kept.
insert into order_renewals (order_id, invoice_id, amount_pence, paid_at)
select order_id, payload #>> '{data,object,id}', (payload #>> '{data,object,amount_paid}')::int,
  to_timestamp((payload #>> '{data,object,status_transitions,paid_at}')::bigint)
from payment_events
where type = 'invoice.paid' and order_id is not null and outcome in ('renewed', 'unchanged')
  and payload #>> '{data,object,billing_reason}' = 'subscription_cycle' and (payload #>> '{data,object,amount_paid}')::int > 0
  and payload #>> '{data,object,status_transitions,paid_at}' is not null
on conflict do nothing;

insert into order_disputes (id, order_id, payment_intent_id, amount_pence, currency, reason, status, due_by, opened_at, ended_at)
select distinct on (d.object ->> 'id')
  d.object ->> 'id', coalesce(e.order_id, o.id), d.object ->> 'payment_intent', (d.object ->> 'amount')::int, d.object ->> 'currency',
  d.object ->> 'reason', d.object ->> 'status', to_timestamp(nullif((d.object #>> '{evidence_details,due_by}')::bigint, 0)),
  to_timestamp((d.object ->> 'created')::bigint),
  case when d.object ->> 'status' in ('won', 'lost', 'prevented', 'warning_closed') then e.received_at end
from payment_events e
cross join lateral (select e.payload #> '{data,object}' as object) as d
left join orders o on o.ended_by_dispute = d.object ->> 'id'
where e.type like 'charge.dispute.%' and coalesce(e.order_id, o.id) is not null and d.object ->> 'payment_intent' is not null
order by d.object ->> 'id', (e.payload ->> 'created')::bigint desc, d.object ->> 'status' in ('won', 'lost', 'prevented') desc;
