-- $1 person of the desk
select name, email, role from people where id = $1::text
