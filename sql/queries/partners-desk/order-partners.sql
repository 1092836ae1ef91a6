-- $1 ids of partners in their new order
update partners as p set priority = o.place * 10
from unnest($1::uuid[]) with ordinality as o (id, place)
where p.id = o.id and p.priority <> o.place * 10
