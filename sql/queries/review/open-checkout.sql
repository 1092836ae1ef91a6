-- $1 application: its checkout is open again. No row when it was.
update applications set checkout_closed_at = null where id = $1::uuid and checkout_closed_at is not null returning id
