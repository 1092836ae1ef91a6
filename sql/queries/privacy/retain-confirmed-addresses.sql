-- $1 moment: addresses that were confirmed before it and that no organisation names any more go.
delete from confirmed_addresses as c
where c.confirmed_at < $1::timestamptz and not exists (select from organisations as o where lower(o.email) = c.email)
returning 1 as one
