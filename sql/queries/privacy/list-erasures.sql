-- The last erasures, without telling whose; $1 HMAC of an address, or null for all.
select id, erased_at, erased_by_name, reason, erased, kept
from erasures where $1::text is null or address = $1::text
order by id desc limit 20
