-- The payment sandbox's own books: what Stripe would hold. Applied at each start under an advisory lock, so every statement
-- may run again. Objects are kept as the JSON that the API answers, because that is the only shape anybody ever reads.

create schema if not exists sandbox;

create table if not exists sandbox.payment_objects (
  -- Stripe's `object`, for example `checkout.session`. Coupon ids are chosen by the caller, so an id alone is not unique.
  object text not null,
  id text not null,
  position bigint generated always as identity,
  body jsonb not null,
  -- What the API does not show: lines, the form's token, the payment that a session has begun.
  hidden jsonb not null default '{}',
  constraint payment_objects_pkey primary key (object, id)
);
create index if not exists payment_objects_newest on sandbox.payment_objects (object, position desc);
create index if not exists payment_objects_customer on sandbox.payment_objects ((body ->> 'customer'), object);
create index if not exists payment_objects_open_sessions on sandbox.payment_objects (((body ->> 'expires_at')::bigint))
  where object = 'checkout.session' and body ->> 'status' = 'open';
create index if not exists payment_objects_due_subscriptions on sandbox.payment_objects (((hidden ->> 'due_at')::bigint))
  where object = 'subscription' and body ->> 'status' <> 'canceled';
create index if not exists payment_objects_due_debits on sandbox.payment_objects (((hidden ->> 'due_at')::bigint))
  where object = 'checkout.session' and body ->> 'payment_status' = 'unpaid' and body ->> 'status' = 'complete';
create index if not exists payment_objects_due_invoices on sandbox.payment_objects (((hidden ->> 'due_at')::bigint))
  where object = 'invoice';
create index if not exists payment_objects_not_paid_out on sandbox.payment_objects (((body ->> 'available_on')::bigint))
  where object = 'balance_transaction' and hidden ->> 'payout' is null;
create index if not exists payment_objects_payouts on sandbox.payment_objects (((body ->> 'created')::bigint))
  where object = 'payout';

create table if not exists sandbox.payment_deliveries (
  event_id text primary key,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- After this moment nobody tries any more.
  give_up_at timestamptz not null default now() + interval '3 days',
  delivered_at timestamptz,
  -- The status of the last answer, or null where there was none.
  last_status integer
);
create index if not exists payment_deliveries_waiting on sandbox.payment_deliveries (next_attempt_at) where delivered_at is null;

create table if not exists sandbox.payment_idempotency_keys (
  key text primary key,
  method_and_path text not null,
  parameters_hash text not null,
  status integer not null,
  answer jsonb not null,
  created_at timestamptz not null default now()
);

-- Trouble ordered by a test, taken first come first served.
create table if not exists sandbox.payment_faults (
  position bigint generated always as identity primary key,
  kind text not null,
  -- Start of `METHOD /path`; empty for any call.
  matching text not null default '',
  remaining integer not null
);
