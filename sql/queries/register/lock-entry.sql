-- The entry of an application, locked until the transaction ends.
--
-- $1 application id
select id, slug, number, title, status, status_reason, valid_until from register_entries where application_id = $1::uuid for update
