-- The slug of the entry with an id.
--
-- $1 id
select slug from register_entries where id = $1::uuid
