-- $1 unsubscribe token: whether its subscription has ended, and when
select ended_at from press_subscriptions where unsubscribe_token = $1::text
