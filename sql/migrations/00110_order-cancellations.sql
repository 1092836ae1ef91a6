-- Listings that were cancelled in the 14 days after a payment: the period that was paid for ends at once, and its money goes back.

create table order_cancellations (
  id uuid primary key default uuidv7(),
  -- Without a foreign key: it outlives an order that a restored backup lacks.
  order_id uuid not null,
  asked_at timestamptz not null,
  -- The end of the period that is given up.
  covers_until timestamptz not null,
  -- What goes back. Its refund is asked for under this row's id, once.
  refund_pence integer not null,
  constraint order_cancellations_refund check (refund_pence > 0)
);
create unique index order_cancellations_once on order_cancellations (order_id, covers_until);

create trigger order_cancellations_append_only before update or delete on order_cancellations
  for each row execute function refuse_change();
create trigger order_cancellations_not_emptied before truncate on order_cancellations
  for each statement execute function refuse_change();
