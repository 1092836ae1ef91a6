-- $1 application: no decision on it until the end of the transaction.
select status
from applications
where id = $1::uuid
for no key update
