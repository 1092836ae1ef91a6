-- Links by mail on which a person of the desk sets a password: an invitation, or a new start for somebody who has forgotten theirs.
-- What is kept is the SHA-256 of the token, never the token.

create table invitations (
  token_hash bytea primary key,
  person_id text not null references people (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A link is used once. A newer link of the same person ends the earlier ones.
  used_at timestamptz,
  constraint invitations_hash_length check (length(token_hash) = 32),
  constraint invitations_order check (expires_at > created_at)
);
create index invitations_person on invitations (person_id);

-- The desk always has an owner who can sign in. Checked after each change, one change at a time: of two owners who demote each other
-- at once, the second is refused.
create function keep_an_owner() returns trigger
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('keep_an_owner'));
  if not exists (
    select from people as p
    where p.role = 'owner' and p.deactivated_at is null
      and exists (select from credentials as c where c.person_id = p.id and c.password is not null)
  ) then
    raise exception 'the last owner stays' using errcode = 'restrict_violation', constraint = 'people_keep_an_owner';
  end if;
  return null;
end
$$;
create trigger people_keep_an_owner_on_change after update of role, deactivated_at on people
  for each row when (old.role = 'owner' and old.deactivated_at is null
    and (new.role <> 'owner' or new.deactivated_at is not null))
  execute function keep_an_owner();
create trigger people_keep_an_owner_on_delete after delete on people
  for each row when (old.role = 'owner' and old.deactivated_at is null)
  execute function keep_an_owner();
