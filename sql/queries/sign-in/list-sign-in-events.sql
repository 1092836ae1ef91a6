-- $1 person or null for everybody, $2 only events before this one or null, $3 most rows. Newest first.
select id, happened_at, person_id, person_name, event, network, browser
from sign_in_events
where ($1::text is null or person_id = $1::text) and ($2::bigint is null or id < $2::bigint)
order by id desc
limit $3::int
