-- What the road from a click to a paid order needs beside the order itself.

alter table orders
  -- One request at a time opens a payment page for an order; the others wait for what it brings. Over when that request has died.
  add column opening_until timestamptz,
  -- End of the latest period that was paid for. It only ever moves on, so that a repeated or late event changes nothing.
  add column covers_until timestamptz;

create index orders_pending on orders (created_at) where status = 'pending';
create index coupon_redemptions_order on coupon_redemptions (order_id);
-- A dispute's end may arrive before its beginning.
create index payment_events_disputes on payment_events ((payload -> 'data' -> 'object' ->> 'id')) where type = 'charge.dispute.closed';
-- A refund or dispute may arrive before the payment that it is about.
create index payment_events_early on payment_events ((payload -> 'data' -> 'object' ->> 'payment_intent')) where outcome = 'early';
