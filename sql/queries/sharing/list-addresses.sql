-- Slugs of the entries after an id and before another, in the order of their ids; the last range has no end.
--
-- $1 id to start after, $2 id to end before or null, $3 rows wanted
select id, slug, updated_at from register_entries
where id > $1::uuid and ($2::uuid is null or id < $2::uuid)
order by id
limit $3::int
