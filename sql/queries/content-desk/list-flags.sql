-- Every switch as it stands, with who has set it last and when; both null for one that nobody has touched.
select f.name, f.is_on as "isOn", f.changed_at as "changedAt", p.name as "changedBy"
from content_flags as f
left join people as p on p.id = f.changed_by
