-- How many accredited entries each sector has from a day on.
--
-- $1 today in London
select sector, sum(entries)::int as entries from register_days
where status = 'active' and sort_on >= $1::date
group by sector
