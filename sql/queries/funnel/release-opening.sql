-- $1 order
update orders set opening_until = null where id = $1::uuid
