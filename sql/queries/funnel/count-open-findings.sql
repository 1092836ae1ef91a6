-- How many payments that were not booked nobody has settled.
select count(*) as count from payment_findings where settled_at is null
