-- Invented partners for the demonstration, only where there is none at all.
-- $1 jsonb  array of {"name", "url", "logoUrl", "priority"}
insert into partners (name, url, logo_url, priority, is_demo)
select p.name, p.url, p."logoUrl", p.priority, true
from jsonb_to_recordset($1::jsonb) as p (name text, url text, "logoUrl" text, priority integer)
where not exists (select from partners)
returning id
