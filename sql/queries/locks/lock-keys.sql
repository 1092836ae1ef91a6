-- $1 texts: whoever locks one of them waits until this transaction ends. Always in the same order, so that two never wait for each other.
select pg_advisory_xact_lock(hashtextextended(key, 0)) from (select distinct key from unnest($1::text[]) as key order by key) as keys
