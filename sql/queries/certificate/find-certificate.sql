-- $1 number of a register entry as it is written: what its certificate and its verification say.
select number, slug, standing(status, valid_until) as status, status_reason, valid_from, valid_until, title, organiser,
  event_type = 'private' as is_private, starts_on as date, starts_at as time, venue, city, sector, is_demo
from register_entries
where number = $1::text
