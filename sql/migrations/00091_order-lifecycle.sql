-- What becomes of an order that renews.

alter table orders
  -- The payment whose refund ended the order: when that refund fails, and only then, the order stands again.
  add column ended_by_payment text,
  -- Since when a renewal has not been paid; null once it is.
  add column payment_failed_at timestamptz,
  -- The payer has stopped the renewal: it ends with the period that is paid.
  add column renewal_stopped boolean not null default false,
  -- Which end of a period the payer was last reminded of, and how many days before.
  add column reminded_of timestamptz,
  add column reminded_days integer;

create index orders_renewing on orders (covers_until) where status = 'paid' and type = 'listing' and subscription_id is not null;
