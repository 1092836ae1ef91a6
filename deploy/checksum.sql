-- Row counts and checksums of every table that must survive a restore. Run it in the old and in the restored database and compare:
--   docker compose exec -T postgres psql -U accreditation -d accreditation -f - < deploy/checksum.sql
-- Left out: unlogged tables, which start empty after a crash; the copy of the company register, which is loaded anew; the queue.
select string_agg(
  format(
    'select %L as name, count(*) as rows, md5(string_agg(md5(t::text), '''' order by md5(t::text))) as checksum from %s t',
    relname,
    oid::regclass
  ),
  ' union all '
) || ' order by name'
from pg_class
where relnamespace = 'public'::regnamespace
  and relkind = 'r'
  and relpersistence = 'p'
  and relname not in ('registered_companies', 'registered_words', 'register_copies')
\gexec
