-- The buyer of a monthly service asked for its start before the days to cancel are over, so the days until a cancellation are paid for.
alter table order_agreements add column starts_now boolean not null default false;

-- The end of the term whose renewal the site itself has stopped, because the entry was suspended or revoked.
alter table orders add column withheld_of timestamptz;
