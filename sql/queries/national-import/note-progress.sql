-- $1 import, $2 rows read so far
update national_imports set rows_read = $2::integer where id = $1::uuid
