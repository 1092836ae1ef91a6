-- Every partner in the order of the page, with those that are not shown.
select id, name, url, logo_url as "logoUrl", active, priority, is_demo as "isDemo"
from partners
order by priority, lower(name), id
