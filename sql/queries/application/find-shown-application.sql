-- $1 application: where it stands, with its register entry and whether its listing can be paid for now.
select
  a.id, a.reference, a.event_draft ->> 'title' as title, a.status,
  standing(e.status, e.valid_until) as entry_standing, e.slug,
  not exists (
    select from orders as o where o.application_id = a.id and o.type = 'listing' and o.status in ('paid', 'disputed')
  ) as is_listing_open
from applications as a
left join register_entries as e on e.application_id = a.id
where a.id = $1::uuid
