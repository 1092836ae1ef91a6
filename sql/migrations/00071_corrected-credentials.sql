-- A credential that a later one corrects is not withdrawn: its place is kept, with when that was, and is withdrawn only with its entry.
alter table credential_places add column corrected_at timestamptz;
drop index credential_places_current;
create unique index credential_places_current on credential_places (entry_id) where revoked_at is null and corrected_at is null;
create index credential_places_standing on credential_places (entry_id) where revoked_at is null;

-- Places whose bit a correction has set: of entries that stand in the register and that were not revoked until then.
update credential_places as p
set corrected_at = p.revoked_at, suspended_at = null,
  revoked_at = case when register_status(e.status, e.valid_until) = 'active' then null else p.revoked_at end
from register_entries as e
where e.id = p.entry_id and p.revoked_at is not null and e.status <> 'revoked'
  and not exists (select from register_history as h where h.entry_id = p.entry_id and h.to_status = 'revoked' and h.happened_at <= p.revoked_at);
-- Every list is signed anew with its bits.
update credential_status_lists set form = '';
