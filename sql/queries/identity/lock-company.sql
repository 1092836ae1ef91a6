-- $1 company number. Held until the transaction ends: of two entries that would carry it, the second sees the first.
select pg_advisory_xact_lock(hashtextextended('company ' || $1::text, 0))
