-- When reconciliation last asked the provider about an order that is not paid: it goes round, so that those that never settle keep
-- nobody else waiting.
alter table orders add column asked_at timestamptz;
