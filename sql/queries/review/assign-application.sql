-- $1 application, $2 person or null
update applications set assigned_to = $2::text where id = $1::uuid
