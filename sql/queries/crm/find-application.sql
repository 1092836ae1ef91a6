-- $1 application: whose it is.
select id, organisation_id from applications where id = $1::uuid
