-- One entry as calendars have it; `sequence` as in list-dated.sql.
--
-- $1 slug
select id, slug, number, title, organiser, description, event_type = 'private' as is_private, category, starts_on as date,
  starts_at as time, venue, address, city, postcode, standing(status, valid_until) as status, published_at, updated_at, is_demo,
  greatest(0, least(extract(epoch from updated_at - published_at), 2147483647))::int as sequence
from register_entries
where slug = $1::text
