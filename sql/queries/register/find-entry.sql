-- One entry by its slug, with its history.
--
-- $1 slug
select id, number, slug, standing(status, valid_until) as status, status_reason, valid_from, valid_until, title, organiser,
  description, event_type, category, sector, starts_on as date, starts_at as time, venue, address, city, county, postcode, country,
  price, attendees, capacity, featured, is_pro, image_url, images, website_url, ticket_url, landing_page_url, button_text, partners,
  is_demo,
  (select coalesce(json_agg(json_build_object('at', happened_at, 'change', change, 'reason', reason) order by h.id), '[]')
   from register_history as h where h.entry_id = e.id and change <> 'edited') as history
from register_entries as e
where slug = $1::text
