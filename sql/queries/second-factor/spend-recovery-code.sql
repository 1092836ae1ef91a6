-- $1 code. No row for one that was used: of two at once, one gets it.
update recovery_codes set used_at = now() where id = $1::bigint and used_at is null returning id
