-- How many entries the register holds, without counting them.
select coalesce(sum(entries), 0)::int as entries from register_totals where scope = 'all' and key = ''
