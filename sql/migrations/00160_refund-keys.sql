-- A refund that the provider answered with a server error may have been made or not. The provider keeps that answer under the key, so
-- the next attempt needs another one, after a look at what the provider holds.
alter table order_refunds
  -- When the provider last kept a server error under this refund's key.
  add column key_failed_at timestamptz;

-- One payment has one refund at a time that nobody knows the answer to.
create index order_refunds_asked_of_payment on order_refunds (payment_intent_id) where state = 'asked';
