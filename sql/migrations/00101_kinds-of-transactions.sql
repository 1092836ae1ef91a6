-- The movement that the ledger has to hold for each of the provider's transactions; null for a fee alone.
alter table provider_transactions add column kind text;
-- Its fee is a movement of its own.
alter table provider_transactions add column order_id uuid;
