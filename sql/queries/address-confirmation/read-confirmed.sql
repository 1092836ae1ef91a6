-- $1 id of a confirmed address
select email from confirmed_addresses where id = $1::uuid
