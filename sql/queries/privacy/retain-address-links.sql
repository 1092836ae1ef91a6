-- $1 moment: links that ran out before it go.
delete from address_confirmations where expires_at < $1::timestamptz returning 1 as one
