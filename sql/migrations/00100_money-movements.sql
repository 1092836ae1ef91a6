-- The ledger: every movement of money, written once and never changed. Ids only, nothing of a person.

create table money_movements (
  id uuid primary key default uuidv7(),
  kind text not null,
  -- The provider's own id of what moved: payment, bill, refund, dispute, balance transaction or payout. Of a refund that was only asked
  -- for, our own.
  provider_id text not null,
  -- Null where it belongs to no order of ours. Without a foreign key: a movement outlives what it was for.
  order_id uuid,
  -- What was sold: the order's type.
  product text,
  -- The payment that it is about.
  payment_intent_id text,
  -- Positive when the balance at the provider grows, negative when it shrinks. Gross.
  amount_pence integer not null,
  currency text not null,
  -- What is in the amount, with its sign.
  net_pence integer generated always as (amount_pence - vat_pence) stored,
  vat_pence integer not null default 0,
  -- In hundredths of a per cent: 2000 is 20 %.
  vat_rate integer not null default 0,
  -- False for what is noted and moves nothing.
  moves boolean not null generated always as (kind not in ('refund-asked', 'refund-refused', 'dispute-lost')) stored,
  happened_at timestamptz not null,
  -- In London.
  happened_on date not null generated always as ((happened_at at time zone 'Europe/London')::date) stored,
  -- When we learnt of it.
  told_at timestamptz not null,
  -- The provider has not said the amount or the day; it was worked out of what we know.
  is_estimated boolean not null default false,
  -- What told of it, with the id of the event or of the reconciliation.
  source text not null,
  source_id text,
  constraint money_movements_kind check (kind in (
    'payment', 'renewal', 'refund-asked', 'refund-refused', 'refund-sent', 'refund-failed', 'dispute-opened', 'dispute-won',
    'dispute-lost', 'dispute-fee', 'fee', 'payout', 'payout-returned', 'credit')),
  constraint money_movements_sign check (case
    when kind in ('payment', 'renewal', 'refund-failed', 'dispute-won', 'payout-returned') then amount_pence > 0
    when kind in ('refund-asked', 'refund-refused', 'refund-sent', 'dispute-opened', 'dispute-lost', 'payout') then amount_pence < 0
    else amount_pence <> 0 end),
  constraint money_movements_vat check (vat_rate >= 0 and abs(vat_pence) <= abs(amount_pence) and vat_pence::bigint * amount_pence >= 0),
  constraint money_movements_source check (source in ('event', 'site', 'reconciliation', 'import'))
);
-- The same thing told twice is one movement.
create unique index money_movements_once on money_movements (kind, provider_id);
create index money_movements_order on money_movements (order_id, happened_at);
create index money_movements_payment on money_movements (payment_intent_id);
create index money_movements_day on money_movements (happened_on, id);

create trigger money_movements_append_only before update or delete on money_movements
  for each row execute function refuse_change();
create trigger money_movements_not_emptied before truncate on money_movements
  for each statement execute function refuse_change();

-- The provider's own books, as it lists them: its balance transactions. A copy to compare the ledger with.
create table provider_transactions (
  id text primary key,
  -- The provider's word: charge, payment, refund, adjustment, payout, stripe_fee and more.
  type text not null,
  -- Of what it is: a charge, refund, dispute or payout.
  source_id text,
  payment_intent_id text,
  -- As in the ledger: positive when the balance grows. The fee is taken off it.
  amount_pence integer not null,
  fee_pence integer not null,
  currency text not null,
  created_at timestamptz not null,
  available_at timestamptz not null,
  -- The payout that it was paid out with; null until then.
  payout_id text
);
create index provider_transactions_created on provider_transactions (created_at, id);
create index provider_transactions_payment on provider_transactions (payment_intent_id);
create index provider_transactions_source on provider_transactions (source_id);
create index provider_transactions_payout on provider_transactions (payout_id);

-- Where the ledger and the provider's books differ. Settled by itself once they agree.
create table ledger_differences (
  id uuid primary key default uuidv7(),
  -- Of the balance transaction, or of the movement that the provider has nothing for.
  about text not null,
  order_id uuid,
  payment_intent_id text,
  -- What each side holds; null where it holds nothing.
  provider_pence integer,
  ledger_pence integer,
  currency text not null,
  found_at timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  settled_by_name text,
  note text
);
create unique index ledger_differences_once on ledger_differences (about) where settled_at is null;
create index ledger_differences_order on ledger_differences (order_id);

-- How far what was there before the ledger has been brought in, and how far the provider's books have been read.
create table ledger_progress (
  -- orders, renewals, refunds, disputes, transactions.
  part text primary key,
  -- The last row that is in; null before the first.
  reached text,
  done_at timestamptz
);
