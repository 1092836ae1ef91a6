-- What people of finance work with, beside the ledger.

-- The last four digits of the card that paid, as the provider says them. Nothing else of a card is kept.
create table payment_cards (
  payment_intent_id text primary key,
  last4 text not null,
  told_at timestamptz not null,
  constraint payment_cards_last4 check (last4 ~ '^[0-9]{4}$')
);
create index payment_cards_last4 on payment_cards (last4);

-- A bank debit that was begun on this payment page. It is under way while the page is still the order's and the order is not paid.
alter table orders add column debit_session_id text;
alter table orders add column debit_began_at timestamptz;

-- Refunds by hand that a second person has to approve before they are made. The id is the key of the form, and later that of the refund.
create table refund_requests (
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  -- Of a payment that was not recorded.
  discrepancy_id uuid references payment_discrepancies (id) on delete cascade,
  amount_pence integer not null,
  reason text not null,
  is_for_cause boolean not null,
  requested_by text not null,
  requested_by_name text not null,
  requested_at timestamptz not null,
  state text not null default 'waiting',
  decided_by text,
  decided_by_name text,
  decided_at timestamptz,
  constraint refund_requests_amount check (amount_pence > 0),
  constraint refund_requests_state check (state in ('waiting', 'approved', 'declined')),
  constraint refund_requests_second_person check (state <> 'approved' or decided_by <> requested_by)
);
create index refund_requests_order on refund_requests (order_id);
create index refund_requests_waiting on refund_requests (requested_at) where state = 'waiting';

-- Payouts that somebody has seen on the bank's statement.
create table bank_payouts (
  payout_id text primary key,
  seen_by text not null,
  seen_by_name text not null,
  seen_at timestamptz not null
);

create index money_movements_amount on money_movements (abs(amount_pence));
create index money_movements_provider on money_movements (provider_id);
