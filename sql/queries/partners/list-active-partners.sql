-- Partners that are shown, first the smallest priority.
select id, name, url, logo_url as "logoUrl", active, priority, is_demo as "isDemo"
from partners
where active
order by priority, lower(name), id
