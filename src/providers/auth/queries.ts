import type { SqlRunner } from '#database/sql.ts'
import type { Role } from '#domain/permissions.ts'
import type { AdminSession } from './auth.ts'

/** A known address keeps its id and is active again. */
export const savePerson = (
  sql: SqlRunner,
  { email, name, roles }: { email: string; name: string; roles: readonly string[] },
) => sql<{ id: string }[]>`
  insert into people as p (id, email, name, roles, email_verified)
  values (gen_random_uuid()::text, ${email}::text, ${name}::text, ${roles}::text[], true)
  on conflict ((lower(email))) do update set
    name = excluded.name,
    roles = excluded.roles,
    email_verified = true,
    deactivated_at = null,
    updated_at = now()
  returning p.id`

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

export const beginSession = (sql: SqlRunner, { token, browser }: { token: string; browser: string }) => sql<
  { id: string }[]
>`
  update sign_in_sessions as s set browser = ${browser}::text
  from people as p
  where s.token = ${token}::text and p.id = s.person_id and p.deactivated_at is null
  returning s.id`

export const readSession = (
  sql: SqlRunner,
  {
    sessionId,
    isFactorCompulsory,
    minutesToWait,
  }: { sessionId: string; isFactorCompulsory: boolean; minutesToWait: number },
) => sql<{ id: string; person_id: string; name: string; roles: Role[]; needs: AdminSession['needs'] }[]>`
  select s.id, p.id as person_id, p.name, p.roles, n.needs
  from sign_in_sessions as s
  join people as p on p.id = s.person_id
  left join second_factors as f on f.person_id = p.id
  cross join lateral (
    select case
      when f.person_id is not null and s.factor_at is null then 'code'
      when f.person_id is null and ${isFactorCompulsory}::boolean then 'enrolment'
      else 'nothing'
    end as needs
  ) as n
  where s.id = ${sessionId}::text and p.deactivated_at is null
    and (n.needs = 'nothing' or s.created_at > now() - make_interval(mins => ${minutesToWait}::int))`

export const renewSession = (
  sql: SqlRunner,
  {
    sessionId,
    token,
    isFactorGiven,
    seconds,
  }: { sessionId: string; token: string; isFactorGiven: boolean; seconds: number },
) => sql<{ id: string }[]>`
  update sign_in_sessions set
    token = ${token}::text,
    factor_at = case when ${isFactorGiven}::boolean then now() else factor_at end,
    created_at = now(),
    updated_at = now(),
    expires_at = now() + make_interval(secs => ${seconds}::int)
  where id = ${sessionId}::text and expires_at > now()
  returning id`

export const endOtherSessions = (
  sql: SqlRunner,
  { personId, keptSessionId }: { personId: string; keptSessionId: string | null },
) => sql<Record<string, never>[]>`
  delete from sign_in_sessions where person_id = ${personId}::text and id is distinct from ${keptSessionId}::text`

export const deleteExpiredSessions = (sql: SqlRunner) => sql<Record<string, never>[]>`
  delete from sign_in_sessions where expires_at <= now()`

export const findAnyPerson = (sql: SqlRunner) => sql<{ id: string }[]>`
  select id from people limit 1`
