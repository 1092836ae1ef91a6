-- Version 0.1.0 knows one place of an entry that is not revoked, and takes any of them for it. Beside corrected ones it would take a second
-- current place, which the index refuses, or withdraw one credential of several.

create function correct_current_place() returns trigger language plpgsql as $$
begin
  update credential_places set corrected_at = now(), claims = ''
  where entry_id = new.entry_id and revoked_at is null and corrected_at is null;
  return new;
end
$$;
create trigger credential_places_one_current before insert on credential_places
  for each row execute function correct_current_place();

-- With an entry that is no longer accredited each of its credentials is withdrawn, and the lists that hold their bits are signed again.
create function withdraw_other_places() returns trigger language plpgsql as $$
begin
  if exists (select from register_entries where id = new.entry_id and status = 'active') then
    return null;
  end if;
  with others as (
    update credential_places set revoked_at = new.revoked_at, suspended_at = new.suspended_at
    where entry_id = new.entry_id and revoked_at is null and (new.revoked_at is not null or suspended_at is null)
    returning list
  )
  update credential_status_lists set form = '' where list in (select list from others);
  return null;
end
$$;
create trigger credential_places_withdrawn_together after update on credential_places
  for each row when (
    (old.revoked_at is null and new.revoked_at is not null) or (old.suspended_at is null and new.suspended_at is not null)
  )
  execute function withdraw_other_places();
