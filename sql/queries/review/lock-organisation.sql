-- $1 application: the organisation behind it, locked until the transaction ends
select id, email, contact_name from organisations
where id = (select organisation_id from applications where id = $1::uuid)
for update
