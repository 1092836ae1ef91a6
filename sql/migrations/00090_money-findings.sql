-- What the people who look after the money need: what did not fit, what went back, and what each reconciliation found.

-- A genuine payment that was not booked: paid twice, or not what we asked for. Somebody looks and settles it.
create table payment_findings (
  id uuid primary key default uuidv7(),
  kind text not null,
  order_id uuid not null references orders (id),
  checkout_session_id text not null,
  -- Of a mismatch: which part differs.
  difference text,
  -- What was taken, in pence, and in which currency.
  amount_pence integer not null,
  currency text not null,
  payment_intent_id text,
  subscription_id text,
  found_at timestamptz not null,
  settled_at timestamptz,
  settled_by text references people (id),
  settled_by_name text,
  -- How it was settled, in the words of whoever did.
  note text,
  constraint payment_findings_kind_known check (kind in ('paid-twice', 'mismatch')),
  constraint payment_findings_settled_whole check ((settled_at is null) = (settled_by_name is null))
);
create unique index payment_findings_once on payment_findings (checkout_session_id, kind);
create index payment_findings_order on payment_findings (order_id);

-- Money that goes back: asked for at the desk, or heard of from the provider.
create table order_refunds (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders (id),
  -- Of a payment that was not booked.
  finding_id uuid references payment_findings (id),
  payment_intent_id text not null,
  amount_pence integer not null,
  state text not null,
  reason text not null default '',
  -- A repeated click sends the same key again and gets the same refund.
  request_key uuid,
  -- The provider's own id, known once it has answered.
  provider_refund_id text,
  -- The provider's code of a refusal.
  problem text,
  requested_by text references people (id),
  -- Null for a refund that was made at the provider itself.
  requested_by_name text,
  requested_at timestamptz not null,
  settled_at timestamptz,
  constraint order_refunds_state_known check (state in ('asked', 'pending', 'succeeded', 'failed', 'cancelled')),
  constraint order_refunds_amount check (amount_pence > 0)
);
create unique index order_refunds_request on order_refunds (request_key);
create unique index order_refunds_provider on order_refunds (provider_refund_id);
create index order_refunds_order on order_refunds (order_id, id);
create index order_refunds_asked on order_refunds (requested_at) where state = 'asked';

-- One row a run: what was missing and is on its way now. Nothing missing is the good news, and is kept too.
create table reconciliation_runs (
  id uuid primary key default uuidv7(),
  started_at timestamptz not null,
  -- Null while it runs, and for good where the process died.
  finished_at timestamptz,
  -- 'done', or 'unavailable' where the provider did not answer.
  outcome text,
  stale_events integer not null default 0,
  -- Open orders of which nothing had been heard: how many were asked about, and how many of them were paid.
  sessions_asked integer not null default 0,
  sessions_paid integer not null default 0,
  refunds_asked integer not null default 0,
  -- Events that the provider has, and those of them that had not arrived.
  events_listed integer not null default 0,
  events_missed integer not null default 0,
  constraint reconciliation_runs_outcome_known check (outcome in ('done', 'unavailable'))
);

create index orders_newest on orders (created_at desc, id desc);
create index payment_events_newest on payment_events (received_at desc, id desc);
-- Which order an event was about, as far as its ids tell.
alter table payment_events add column order_id uuid references orders (id);
create index payment_events_order on payment_events (order_id, received_at) where order_id is not null;
