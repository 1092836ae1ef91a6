-- A lost dispute may still be won on appeal: then the order that it ended, and no other one, stands again.
alter table orders add column ended_by_dispute text;

-- How a dispute stands is asked of the provider; nobody looks for its end among the events any more.
drop index payment_events_disputes;
