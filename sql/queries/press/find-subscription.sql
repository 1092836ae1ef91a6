-- $1 address: its running subscription
select id, email, unsubscribe_token from press_subscriptions where lower(email) = lower($1::text)
