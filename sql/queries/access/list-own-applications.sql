-- $1 applications, by id, that a browser may act for. The latest first; with the register's entry, where there is one.
select a.id, a.reference, a.status, a.event_draft ->> 'title' as title, a.submitted_at, o.name as organisation,
  e.slug, e.number, standing(e.status, e.valid_until) as standing,
  not exists (
    select from orders as r where r.application_id = a.id and r.type = 'listing' and r.status in ('paid', 'disputed')
  ) as is_listing_open
from applications as a
join organisations as o on o.id = a.organisation_id
left join register_entries as e on e.application_id = a.id
where a.id = any($1::uuid[])
order by a.submitted_at desc, a.id
