-- Money: what was ordered, what the payment provider told us, and which codes lower a price. Amounts are pence.

create table coupons (
  -- Trimmed and in capitals.
  code text primary key,
  description text not null,
  percent_off integer not null,
  applies_to text[] not null,
  once_per_organisation boolean not null default true,
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  max_uses integer,
  created_at timestamptz not null default now(),
  constraint coupons_code_shape check (code = upper(btrim(code)) and length(code) between 3 and 40),
  constraint coupons_percent check (percent_off between 1 and 100)
);
insert into coupons (code, description, percent_off, applies_to)
values ('LAUNCH100', 'First year of the annual listing free', 100, array['listing']);

create table orders (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references applications (id),
  organisation_id uuid not null references organisations (id),
  type text not null,
  status text not null default 'pending',
  amount_pence integer not null,
  discount_pence integer not null default 0,
  currency text not null default 'gbp',
  coupon_code text references coupons (code),
  -- Buyer's wishes that belong to the product, for example {"engraving": "…"}.
  metadata jsonb not null default '{}',
  checkout_session_id text,
  checkout_url text,
  checkout_expires_at timestamptz,
  payment_intent_id text,
  subscription_id text,
  -- One request at a time opens a payment page for an order; the others wait for what it brings. Over when that request has died.
  opening_until timestamptz,
  -- When reconciliation last asked the provider about an order that is not paid: it goes round, so that those that never settle keep
  -- nobody else waiting.
  asked_at timestamptz,
  paid_at timestamptz,
  -- End of the latest period that was paid for. It only ever moves on, so that a repeated or late event changes nothing.
  covers_until timestamptz,
  -- The payment whose refund ended the order: when that refund fails, and only then, the order stands again.
  ended_by_payment text,
  -- A lost dispute may still be won on appeal: then the order that it ended, and no other one, stands again.
  ended_by_dispute text,
  -- Since when a renewal has not been paid; null once it is.
  payment_failed_at timestamptz,
  -- The payer has stopped the renewal: it ends with the period that is paid.
  renewal_stopped boolean not null default false,
  -- Which end of a period the payer was last reminded of, and how many days before.
  reminded_of timestamptz,
  reminded_days integer,
  -- Since when a paid listing has waited for its entry to be published; null while nothing waits.
  waits_since timestamptz,
  -- How often its payer was reminded of that, and when last.
  wait_reminders integer not null default 0,
  wait_reminded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint orders_type_known check (type in ('listing', 'award', 'marketing', 'ads', 'extras')),
  constraint orders_status_known check (status in ('pending', 'paid', 'failed', 'expired', 'refunded', 'disputed', 'cancelled')),
  constraint orders_amounts check (amount_pence >= 0 and discount_pence between 0 and amount_pence)
);
create unique index orders_checkout_session on orders (checkout_session_id);
create unique index orders_subscription on orders (subscription_id);
create index orders_payment_intent on orders (payment_intent_id);
create index orders_application on orders (application_id, created_at);
-- One open or paid order for each application and product.
create unique index orders_one_live on orders (application_id, type) where status in ('pending', 'paid') and type <> 'extras';
-- One open order of services for each application.
create unique index orders_one_open_extras on orders (application_id) where type = 'extras' and status = 'pending';
create index orders_pending on orders (created_at) where status = 'pending';
create index orders_paid on orders (paid_at) where paid_at is not null;
create index orders_renewing on orders (covers_until) where status = 'paid' and type = 'listing' and subscription_id is not null;
create index orders_waiting on orders (waits_since) where waits_since is not null;
create index orders_newest on orders (created_at desc, id desc);

-- What decides how far an application has come; what follows from it stands in src/domain/application-state.ts alone.
create view application_facts as
select
  a.id as application_id, a.status, a.checkout_closed_at is not null as is_checkout_closed,
  (select register_status(e.status, e.valid_until) from register_entries e where e.application_id = a.id) as register_status,
  exists (
    select from orders o where o.application_id = a.id and o.type = 'listing' and o.status in ('paid', 'disputed')
  ) as is_listing_paid,
  exists (
    select from orders o where o.application_id = a.id and o.waits_since is not null
      and (o.status = 'paid' or o.status = 'cancelled' and o.covers_until > now())
  ) as is_waiting
from applications a;

-- A code that is once per organisation is held by one live order of it. Who an organisation is: by its company number, without one by
-- its mailbox and name (src/features/payments/identity/server/redeemer-of.ts).
create table coupon_redemptions (
  coupon_code text not null references coupons (code),
  organisation_id uuid not null references organisations (id),
  order_id uuid not null references orders (id) on delete cascade,
  redeemer text not null,
  redeemed_at timestamptz not null default now(),
  primary key (coupon_code, redeemer)
);
create index coupon_redemptions_order on coupon_redemptions (order_id);
create index coupon_redemptions_organisation on coupon_redemptions (organisation_id, coupon_code);

-- Stored first, under the provider's own event id, then worked off by the queue.
create table payment_events (
  id text primary key,
  type text not null,
  payload jsonb not null,
  -- Which order it was about, as far as its ids tell.
  order_id uuid references orders (id),
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  outcome text
);
create index payment_events_waiting on payment_events (received_at) where processed_at is null;
-- A refund or dispute may arrive before the payment that it is about.
create index payment_events_early on payment_events ((payload -> 'data' -> 'object' ->> 'payment_intent')) where outcome = 'early';
create index payment_events_newest on payment_events (received_at desc, id desc);
create index payment_events_order on payment_events (order_id, received_at) where order_id is not null;

-- A genuine payment that was not booked: paid twice, not what we asked for, for an order that does not exist here (because a backup was
-- restored that is older than it), or for an application whose approval was withdrawn at that moment. One of each payment: a
-- subscription may bring several. Somebody looks and settles it.
create table payment_discrepancies (
  id uuid primary key default uuidv7(),
  kind text not null,
  order_id uuid references orders (id),
  checkout_session_id text,
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
  constraint payment_discrepancies_kind_known check (kind in ('paid-twice', 'mismatch', 'unknown-order', 'not-approved')),
  constraint payment_discrepancies_order_known check ((order_id is null) = (kind = 'unknown-order')),
  constraint payment_discrepancies_payment_known check (num_nonnulls(payment_intent_id, checkout_session_id) > 0),
  constraint payment_discrepancies_settled_whole check ((settled_at is null) = (settled_by_name is null))
);
create unique index payment_discrepancies_once on payment_discrepancies (coalesce(payment_intent_id, checkout_session_id), kind);
create index payment_discrepancies_order on payment_discrepancies (order_id);

-- Money that goes back: asked for in the admin area, or heard of from the provider.
create table order_refunds (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders (id),
  -- Of a payment that was not booked.
  discrepancy_id uuid references payment_discrepancies (id),
  payment_intent_id text not null,
  amount_pence integer not null,
  state text not null,
  reason text not null default '',
  -- A repeated click sends the same key again and gets the same refund.
  request_key uuid,
  -- When the provider last kept a server error under this refund's key. The refund may have been made or not, and the provider repeats
  -- that answer under the key: the next attempt needs another one, after a look at what the provider holds.
  key_failed_at timestamptz,
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
-- One payment has one refund at a time that nobody knows the answer to.
create index order_refunds_asked_of_payment on order_refunds (payment_intent_id) where state = 'asked';

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
