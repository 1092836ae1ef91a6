-- $1 day, $2 pages, $3 how often each was opened since the last time. In the pages' order, so that two processes never wait for each
-- other crosswise.
insert into daily_visits as v (day, page, visits)
select $1::date, page, visits from unnest($2::text[], $3::bigint[]) as counted (page, visits) order by page
on conflict (day, page) do update set visits = v.visits + excluded.visits
