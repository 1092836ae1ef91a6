-- Connections to this database by what they are doing, and how many the server allows.
select coalesce(state, 'other') as state, count(*)::int as connections, current_setting('max_connections')::int as most
from pg_stat_activity where datname = current_database() group by 1;
