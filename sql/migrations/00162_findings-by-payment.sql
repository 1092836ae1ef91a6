-- A finding is of one payment: a subscription may bring several, each of them to be looked at. And a payment may name an order that does
-- not exist here, because a backup was restored that is older than it. (While the previous release still runs, a finding of its own is
-- written when its job is tried again by this one.)

alter table payment_findings
  alter column order_id drop not null,
  alter column checkout_session_id drop not null,
  drop constraint payment_findings_kind_known,
  add constraint payment_findings_kind_known check (kind in ('paid-twice', 'mismatch', 'unknown-order')),
  add constraint payment_findings_order_known check ((order_id is null) = (kind = 'unknown-order')),
  add constraint payment_findings_payment_known check (num_nonnulls(payment_intent_id, checkout_session_id) > 0);
drop index payment_findings_once;
create unique index payment_findings_once on payment_findings (coalesce(payment_intent_id, checkout_session_id), kind);
