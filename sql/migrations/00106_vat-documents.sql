-- Of a business outside the UK that gave it: no UK VAT is charged, and the buyer accounts for it (reverse charge).
alter table organisations add column vat_number text;

-- How it is taxed, fixed when it is made: 'none', 'reverse' or the rate in percent. Null for orders of earlier releases.
alter table orders add column vat text;

-- Invoices and credit notes, which the payment provider holds as documents: what they are found by, and what is in them of VAT.
create table payment_documents (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  kind text not null,
  provider_id text not null,
  number text not null,
  -- The invoice that a credit note corrects, and the refund that it is for, by the provider's ids.
  invoice_id text,
  refund_id text,
  payment_intent_id text,
  gross_pence integer not null,
  vat_pence integer not null,
  is_reverse_charge boolean not null,
  issued_at timestamptz not null,
  constraint payment_documents_kind_known check (kind in ('invoice', 'credit-note')),
  constraint payment_documents_corrects check ((kind = 'credit-note') = (invoice_id is not null and refund_id is not null)),
  constraint payment_documents_amounts check (vat_pence >= 0 and vat_pence <= gross_pence),
  constraint payment_documents_provider unique (provider_id),
  -- One credit note for each refund.
  constraint payment_documents_refund unique (refund_id)
);
create index payment_documents_order on payment_documents (order_id, issued_at);
create index payment_documents_issued on payment_documents (issued_at);
