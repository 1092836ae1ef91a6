-- $1 person or null, $2 address that was typed or null (to find the person by), $3 event, $4 network, $5 browser in words
insert into sign_in_events (person_id, person_name, event, network, browser)
select p.id, p.name, $3::text, $4::text, $5::text
from (select 1) as always
left join people as p on p.id = $1::text or ($1::text is null and lower(p.email) = lower($2::text))
