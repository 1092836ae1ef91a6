-- The log read by what was done and by day. The distinct values of its filters come from these indexes, one step each.
create index audit_log_action on audit_log (action, id);
create index audit_log_happened_at on audit_log (happened_at, id);
create index sign_in_events_happened_at on sign_in_events (happened_at);
