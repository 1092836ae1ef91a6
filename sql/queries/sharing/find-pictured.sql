-- What an entry's picture for sharing shows.
--
-- $1 slug
select slug, number, title, standing(status, valid_until) as status, starts_on as date, starts_at as time,
  event_type = 'private' as is_private, venue, city, sector, is_demo
from register_entries
where slug = $1::text
