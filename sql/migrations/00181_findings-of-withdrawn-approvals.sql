-- A payment can come in for an application whose approval was withdrawn at that moment: one more kind of finding.
alter table payment_findings
  drop constraint payment_findings_kind_known,
  add constraint payment_findings_kind_known check (kind in ('paid-twice', 'mismatch', 'unknown-order', 'not-approved'));
