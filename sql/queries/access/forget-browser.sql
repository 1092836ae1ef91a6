-- $1 browser, by the id in its cookie, $2 now, $3 when the oldest cookie that is still taken was given: earlier rows have outlived theirs.
with outlived as (
  delete from forgotten_browsers where forgotten_at < $3::timestamptz
)
insert into forgotten_browsers (id, forgotten_at) values ($1::uuid, $2::timestamptz)
on conflict (id) do nothing
