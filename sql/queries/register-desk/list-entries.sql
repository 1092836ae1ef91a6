-- Entries as the desk lists them, the latest published first. (The standing is spelt out, so that the planner sees which entries are
-- few among many and has an index of their own.)
--
-- $1 search text or null (title, venue, organiser, number), $2 standing or null, $3 featured only, $4 and $5 time and id of the last one seen
-- or null, $6 how many
with found as (
  (select id from register_entries
   where $1::text is not null
     and case when length(fold($1::text)) > 2
       then joined(search_text) like joined(containing($1::text))
       else short_parts(search_text) @> array[fold($1::text)] end
   limit 5000)
  union
  -- Trigrams cannot answer a part of two letters: an organiser of so short a name is found by the whole of it.
  (select id from register_entries
   where $1::text is not null
     and case when length(fold($1::text)) > 2
       then joined(fold(organiser)) like joined(containing($1::text))
       else joined(fold(organiser)) = joined(fold($1::text)) end
   limit 5000)
  union
  select id from register_entries where $1::text is not null and number = upper(btrim($1::text))
)
select id, number, slug, title, organiser, city, starts_on as date, standing(status, valid_until) as status, featured, is_demo,
  published_at, published_at::text as position
from register_entries
where ($1::text is null or id in (select id from found))
  and ($2::text is null
    or $2::text = 'active' and status = 'active' and (valid_until is null or valid_until > now())
    or $2::text = 'lapsed' and (status = 'lapsed' or status = 'active' and valid_until <= now())
    or $2::text in ('suspended', 'revoked') and status <> 'active' and status = $2::text)
  and (not $3::boolean or featured)
  and ($4::timestamptz is null or (published_at, id) < ($4::timestamptz, $5::uuid))
order by published_at desc, id desc
limit $6::int
