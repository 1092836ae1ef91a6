-- Nobody asks the registry for a while. $1 registry, $2 seconds
insert into registry_budgets as b (registry, slot, used, paused_until)
values ($1::text, 0, '{0,0,0,0,0,0,0,0,0,0,0}', now() + make_interval(secs => $2::int))
on conflict (registry) do update set paused_until = greatest(b.paused_until, excluded.paused_until)
