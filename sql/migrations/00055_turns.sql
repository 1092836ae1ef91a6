-- Turns: whom webhooks are sent to next, and when a mailbox gets the next mail of changes.

-- The server in the address, by which endpoints are counted.
alter table webhook_endpoints add column host text not null default '';
update webhook_endpoints set host = regexp_replace(split_part(address, '/', 3), ':[0-9]+$', '');
create index webhook_endpoints_host on webhook_endpoints (host);

-- When it is looked at next for something to send; null while nothing waits for it.
alter table webhook_endpoints add column due_at timestamptz;
update webhook_endpoints set due_at = now();
create index webhook_endpoints_due on webhook_endpoints (due_at) where state = 'active';
create index webhook_endpoints_claimed on webhook_endpoints (claimed_until) where claimed_until is not null;

-- In the order in which they are sent.
drop index webhook_deliveries_waiting;
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, position nulls first, id) where state = 'waiting';

-- No mail of changes before this time, since the mailbox has had enough of them.
alter table followers add column news_after timestamptz;
