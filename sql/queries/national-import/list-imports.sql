-- The latest imports.
select id, file_name, state, summary, created_by_name, created_at from national_imports order by created_at desc limit 20
