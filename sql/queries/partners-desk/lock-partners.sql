-- Every partner in the order of the page, locked until the transaction ends.
select id, name, url, logo_url as "logoUrl", active, priority, is_demo as "isDemo"
from partners
order by priority, lower(name), id
for update
