-- $1 import, $2 state, $3 what the check has found or null, $4 what the import has done or null, $5 problem or null, $6 now. The
-- pieces of what is over go.
with emptied as (
  delete from national_import_pieces where import_id = $1::uuid and $2::text in ('done', 'failed')
)
update national_imports set state = $2::text, found = coalesce($3::jsonb, found), summary = coalesce($4::jsonb, summary),
  problem = $5::text, finished_at = case when $2::text in ('done', 'failed') then $6::timestamptz end
where id = $1::uuid
