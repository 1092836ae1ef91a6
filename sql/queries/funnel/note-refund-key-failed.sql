-- $1 refund, $2 now: the provider has kept a server error under its key.
update order_refunds set key_failed_at = $2::timestamptz where id = $1::uuid and state = 'asked'
