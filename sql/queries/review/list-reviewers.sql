-- Who may look after an application. $1 roles that carry the duty.
select id, name from people where role = any ($1::text[]) order by lower(name), id
