-- $1 unsubscribe token, $2 now. The address goes with the subscription. No row when it has ended before, or never was.
update press_subscriptions set email = null, ended_at = $2::timestamptz
where unsubscribe_token = $1::text and ended_at is null
returning id
