-- Every kind of change that there was. One step of the index for each, however long the log.
with recursive actions as (
  (select action from audit_log order by action limit 1)
  union all
  select next.action
  from actions as a
  cross join lateral (
    select l.action from audit_log as l where l.action > a.action order by l.action limit 1
  ) as next
)
select action from actions
