-- $1 now. Requests that ran out unconfirmed lose their address a day later, and all go after ninety days.
with gone as (
  delete from press_requests where expires_at < $1::timestamptz - interval '90 days'
)
update press_requests set email = null
where email is not null and expires_at < $1::timestamptz - interval '1 day'
  and expires_at >= $1::timestamptz - interval '90 days'
