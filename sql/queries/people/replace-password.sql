-- $1 person, $2 hash. The library finds a password under the provider "credential" with the person's own id as the account.
-- Links for another one that were not used end: whoever finds one later in a mailbox sets nothing.
with gone as (
  delete from credentials where person_id = $1::text and provider_id = 'credential'
), outlived as (
  delete from invitations where person_id = $1::text and used_at is null
)
insert into credentials (id, person_id, account_id, provider_id, password)
values (gen_random_uuid()::text, $1::text, $1::text, 'credential', $2::text)
