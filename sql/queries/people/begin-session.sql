-- $1 token of the new session, $2 browser in words. No row for somebody who is deactivated.
update sign_in_sessions as s set browser = $2::text
from people as p
where s.token = $1::text and p.id = s.person_id and p.deactivated_at is null
returning s.id
