-- Both dates, with who has set each last and when; both null for one that nobody has touched.
select d.page, d.day::text as day, to_char(d.starts_at, 'HH24:MI') as time, d.first_day::text as "firstDay", d.revision,
  d.changed_at as "changedAt", p.name as "changedBy"
from promotion_dates as d
left join people as p on p.id = d.changed_by
