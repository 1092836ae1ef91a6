-- Accredited entries from a day on, by date, undated last.
--
-- $1 sector or null, $2 date and $3 id of the last entry of the page before (today and the zero id: from the start), $4 rows wanted
select id, slug, title, organiser, starts_on as date, starts_at as time, venue, city, sector, price, attendees, capacity,
  featured, is_pro, image_url, is_demo, event_type = 'private' as is_private, sort_on::text as at
from register_entries
where ($1::text is null or sector = $1::text) and (sort_on, id) > ($2::date, $3::uuid)
  and standing(status, valid_until) = 'active'
order by sort_on, id
limit $4::int
