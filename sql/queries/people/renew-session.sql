-- $1 session, $2 its new token, $3 whether the second factor was given just now, $4 seconds until it ends. It begins anew.
update sign_in_sessions set
  token = $2::text,
  factor_at = case when $3::boolean then now() else factor_at end,
  created_at = now(),
  updated_at = now(),
  expires_at = now() + make_interval(secs => $4::int)
where id = $1::text and expires_at > now()
returning id
