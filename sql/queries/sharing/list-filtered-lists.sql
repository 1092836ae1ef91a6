-- The lists that have an address of their own beside the whole register: of each city, each category, each sector with something to come,
-- and each category of the National Events Database.
--
-- $1 today in London, $2 how many of each kind at most
(select 'city' as kind, max(label) as name from register_totals where scope = 'city' and key <> ''
 group by key having sum(entries) > 0 order by sum(entries) desc, key limit $2::int)
union all
(select 'category', key from register_totals where scope = 'category'
 group by key having sum(entries) > 0 order by key limit $2::int)
union all
(select 'sector', sector from register_days where status = 'active' and sort_on >= $1::date
 group by sector having sum(entries) > 0 order by sector)
union all
(select 'database', category from national_event_counts where category <> ''
 group by category having sum(events) > 0 order by category limit $2::int)
