-- $1 address in small letters. Held until the transaction ends: what is confirmed and what waits for it are decided one after the other.
select pg_advisory_xact_lock(hashtextextended('address ' || $1::text, 0))
