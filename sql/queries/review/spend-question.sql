-- $1 SHA-256 of the token in hex, $2 now. One statement: of two at once the second waits for the row, finds it answered, and gets none.
update application_questions set answered_at = $2::timestamptz
where token_hash = decode($1::text, 'hex') and answered_at is null and expires_at > $2::timestamptz
returning application_id
