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
  paid_at timestamptz,
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
create unique index orders_one_standing on orders (application_id, type) where status in ('pending', 'paid') and type <> 'extras';

-- A code that is once per organisation is held by one standing order of it.
create table coupon_redemptions (
  coupon_code text not null references coupons (code),
  organisation_id uuid not null references organisations (id),
  order_id uuid not null references orders (id) on delete cascade,
  redeemed_at timestamptz not null default now(),
  primary key (coupon_code, organisation_id)
);

-- Stored first, under the provider's own event id, then worked off by the queue.
create table payment_events (
  id text primary key,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  outcome text
);
create index payment_events_waiting on payment_events (received_at) where processed_at is null;
