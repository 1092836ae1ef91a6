-- $1 number of a register entry as it is written: what its certificate and its verification say.
select number, slug, standing(status, valid_until) as status, status_reason, valid_from, valid_until, title, organiser,
  event_type = 'private' as is_private, starts_on as date, starts_at as time, venue, city, sector, is_demo,
  (select max(happened_at) from register_history as h
   where h.entry_id = e.id and h.to_status = e.status and h.change in ('lapsed', 'suspended', 'revoked')) as ended_at
from register_entries as e
where number = $1::text
