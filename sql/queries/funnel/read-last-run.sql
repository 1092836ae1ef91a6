-- The latest reconciliation that heard everything
select started_at from reconciliation_runs where outcome = 'done' order by started_at desc limit 1
