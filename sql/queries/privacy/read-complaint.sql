-- $1 complaint
select id, reference, name, email, phone, about, concerns, message, received_at, closed_at, closed_by_name, outcome
from complaints where id = $1::uuid
