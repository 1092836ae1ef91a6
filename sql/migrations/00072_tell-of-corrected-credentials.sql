-- Entries with a credential that a correction had called revoked until 00071, and whose holders are still to be told. What is corrected later
-- is never called revoked.
create table entries_to_tell_of_corrections (entry_id uuid primary key references register_entries (id));
insert into entries_to_tell_of_corrections (entry_id)
select distinct entry_id from credential_places
where revoked_at is null and corrected_at < (select applied_at from schema_migrations where version = 71)
  and entry_id in (select id from register_entries);
-- The job begins with the lists that are signed anew.
update credential_status_lists set form = '';
