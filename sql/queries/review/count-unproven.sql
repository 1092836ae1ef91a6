-- How many paid listings wait to be published.
select count(*) as listings from orders where waits_since is not null
