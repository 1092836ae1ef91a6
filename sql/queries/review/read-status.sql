-- $1 application
select status from applications where id = $1::uuid
