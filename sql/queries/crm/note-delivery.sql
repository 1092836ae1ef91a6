-- $1 update, $2 HTTP status or null, $3 outcome in words, $4 state of the update from now on.
with settled as (
  update crm_updates
  set attempts = attempts + 1, state = $4::text, settled_at = case when $4::text <> 'waiting' then now() end
  where id = $1::uuid
  returning id
)
insert into crm_deliveries (update_id, http_status, outcome)
select id, $2::integer, $3::text from settled
returning update_id
