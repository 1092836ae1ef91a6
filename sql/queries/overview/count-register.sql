-- Entries of the register by status.
select status, sum(entries)::bigint as entries from register_totals where scope = 'all' group by status
