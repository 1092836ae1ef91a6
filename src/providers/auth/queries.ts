import type { SqlRunner } from '#database/sql.ts'

/** Under the library's provider "credential". Unused links end, so that nobody who finds one later can set a password. */
export const replacePassword = (sql: SqlRunner, { personId, hash }: { personId: string; hash: string }) => sql<
  Record<string, never>[]
>`
  with gone as (
    delete from credentials where person_id = ${personId}::text and provider_id = 'credential'
  ), outlived as (
    delete from invitations where person_id = ${personId}::text and used_at is null
  )
  insert into credentials (id, person_id, account_id, provider_id, password)
  values (gen_random_uuid()::text, ${personId}::text, ${personId}::text, 'credential', ${hash}::text)`

export const readPassword = (sql: SqlRunner, { personId }: { personId: string }) => sql<{ hash: string }[]>`
  select c.password as hash
  from credentials as c
  join people as p on p.id = c.person_id
  where c.person_id = ${personId}::text and c.provider_id = 'credential' and c.password is not null and p.deactivated_at is null`

export const endOtherSessions = (
  sql: SqlRunner,
  { personId, keptSessionId }: { personId: string; keptSessionId: string | null },
) => sql<Record<string, never>[]>`
  delete from sign_in_sessions where person_id = ${personId}::text and id is distinct from ${keptSessionId}::text`
