-- Row counts and checksums of what must survive a restore. Run it in the old and in the restored database and compare:
--   docker compose exec -T postgres psql -U accreditation -d accreditation -f - < deploy/checksum.sql
select name, rows, checksum
from (
  select 'register_entries' as name, count(*) as rows, md5(string_agg(md5(t::text), '' order by id)) as checksum from register_entries t
  union all
  select 'register_history', count(*), md5(string_agg(md5(t::text), '' order by id)) from register_history t
  union all
  select 'organisations', count(*), md5(string_agg(md5(t::text), '' order by id)) from organisations t
  union all
  select 'applications', count(*), md5(string_agg(md5(t::text), '' order by id)) from applications t
  union all
  select 'application_decisions', count(*), md5(string_agg(md5(t::text), '' order by id)) from application_decisions t
  union all
  select 'orders', count(*), md5(string_agg(md5(t::text), '' order by id)) from orders t
  union all
  select 'payment_events', count(*), md5(string_agg(md5(t::text), '' order by id)) from payment_events t
  union all
  select 'mails', count(*), md5(string_agg(md5(t::text), '' order by id)) from mails t
  union all
  select 'people', count(*), md5(string_agg(md5(t::text), '' order by id)) from people t
  union all
  select 'national_events', count(*), md5(string_agg(md5(t::text), '' order by id)) from national_events t
) as tables
order by name;
