-- $1 import
select id, file_name, pieces, state, rows_read, found, summary, problem, created_by_name, created_at, finished_at
from national_imports where id = $1::uuid
