-- $1 import: from checked to importing, once, where there is a row to import.
update national_imports set state = 'importing', rows_read = 0
where id = $1::uuid and state = 'checked' and (found ->> 'rows')::integer > (found ->> 'refused')::integer
returning id, file_name
