-- $1 key, $2 length of the window in seconds
insert into rate_limits as r (key, count, ends_at)
values ($1::text, 1, now() + make_interval(secs => $2::int))
on conflict (key) do update set
  count = case when r.ends_at <= now() then 1 else r.count + 1 end,
  ends_at = case when r.ends_at <= now() then excluded.ends_at else r.ends_at end
returning r.count, extract(epoch from r.ends_at - now())::float8 as retry_after
