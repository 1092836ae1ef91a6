-- Who may look after an application: nobody who is kept out of the desk. $1 roles that carry the duty.
select id, name from people where role = any ($1::text[]) and deactivated_at is null order by lower(name), id
