-- $1 import, $2 position
select content from national_import_pieces where import_id = $1::uuid and position = $2::integer
