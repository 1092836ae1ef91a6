import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { Role } from '#domain/permissions.ts'

type SecondFactorRow = { secret: string; enrolled_at: string; codes_left: number }
type SessionRow = {
  id: string
  browser: string
  created_at: string
  expires_at: string
  factor_at: string | null
}
export type SignInEvent = 'signed-in' | 'password-refused' | 'code-refused' | 'recovery-code-used' | 'signed-out'
type SignInEventRow = {
  id: number
  happened_at: string
  person_id: string | null
  person_name: string | null
  event: SignInEvent
  network: string
  browser: string
}

export const readPerson = (sql: SqlRunner, { personId }: { personId: string }) => sql<
  { name: string; email: string; roles: Role[] }[]
>`
  select name, email, roles from people where id = ${personId}::text`

export const findPerson = (sql: SqlRunner, { email }: { email: string }) => sql<{ id: string }[]>`
  select id from people where lower(email) = lower(${email}::text)`

/** Sessions that have not run out, newest first. */
export const listSessions = (sql: SqlRunner, { personId }: { personId: string }) => sql<SessionRow[]>`
  select id, browser, created_at, expires_at, factor_at
  from sign_in_sessions
  where person_id = ${personId}::text and expires_at > now()
  order by created_at desc`

export const endSession = (sql: SqlRunner, { personId, sessionId }: { personId: string; sessionId: string }) => sql<
  { id: string }[]
>`
  delete from sign_in_sessions where person_id = ${personId}::text and id = ${sessionId}::text returning id`

export const readSecondFactor = (sql: SqlRunner, { personId }: { personId: string }) => sql<SecondFactorRow[]>`
  select encode(f.secret, 'hex') as secret, f.enrolled_at,
    (select count(*)::int from recovery_codes as c where c.person_id = f.person_id and c.used_at is null) as codes_left
  from second_factors as f
  where f.person_id = ${personId}::text`

/** No row where it may not. */
export const saveSecondFactor = (
  sql: SqlRunner,
  input: { personId: string; encryptedHex: string; step: number; now: string; mayReplace: boolean },
) => sql<{ person_id: string }[]>`
  insert into second_factors as f (person_id, secret, last_step, enrolled_at)
  values (${input.personId}::text, decode(${input.encryptedHex}::text, 'hex'), ${input.step}::bigint, ${input.now}::timestamptz)
  on conflict (person_id) do update set
    secret = excluded.secret, last_step = excluded.last_step, enrolled_at = excluded.enrolled_at
  where ${input.mayReplace}::boolean
  returning person_id`

/** No row for a step that was used, or lies before one that was: of two at once, one gets it. */
export const spendStep = (sql: SqlRunner, { personId, step }: { personId: string; step: number }) => sql<
  { person_id: string }[]
>`
  update second_factors set last_step = ${step}::bigint
  where person_id = ${personId}::text and last_step < ${step}::bigint
  returning person_id`

/** Their recovery codes go with it. */
export const removeSecondFactor = (sql: SqlRunner, { personId }: { personId: string }) => sql<
  { enrolled_at: string }[]
>`
  delete from second_factors where person_id = ${personId}::text returning enrolled_at`

/**
 * The earlier codes end.
 * @param input.hashes hashes, in the same order
 */
export const replaceRecoveryCodes = (
  sql: SqlRunner,
  { personId, labels, hashes }: { personId: string; labels: string[]; hashes: string[] },
) => sql<Record<string, never>[]>`
  with gone as (
    delete from recovery_codes where person_id = ${personId}::text
  )
  insert into recovery_codes (person_id, label, hash)
  select ${personId}::text, label, hash from unnest(${labels}::text[], ${hashes}::text[]) as code (label, hash)`

/** The codes that can still be used. */
export const listRecoveryCodes = (sql: SqlRunner, { personId }: { personId: string }) => sql<
  { id: number; label: string; hash: string }[]
>`
  select id, label, hash from recovery_codes where person_id = ${personId}::text and used_at is null order by id`

/** No row for one that was used: of two at once, one gets it. */
export const spendCode = (sql: SqlRunner, { id }: { id: number }) => sql<{ id: number }[]>`
  update recovery_codes set used_at = now() where id = ${id}::bigint and used_at is null returning id`

/** @param input.email address that was typed or null (to find the person by) */
export const addSignInEvent = (
  sql: SqlRunner,
  input: { personId: string | null; email: string | null; event: SignInEvent; network: string; browser: string },
) => sql<Record<string, never>[]>`
  insert into sign_in_events (person_id, person_name, event, network, browser)
  select p.id, p.name, ${input.event}::text, ${input.network}::text, ${input.browser}::text
  from (select 1) as always
  left join people as p on ${input.personId === null ? sql`lower(p.email) = lower(${input.email}::text)` : sql`p.id = ${input.personId}::text`}`

/** @param input.personId person or null for everybody */
export const listSignInEvents = (
  sql: SqlRunner,
  {
    personId,
    newestFirst,
    limit,
    offset,
  }: { personId: string | null; newestFirst: boolean; limit: number; offset: number },
) => sql<SignInEventRow[]>`
  select id, happened_at, person_id, person_name, event, network, browser
  from sign_in_events
  ${ofPerson(sql, personId)}
  ${newestFirst ? sql`order by id desc` : sql`order by id`}
  limit ${limit}::int offset ${offset}::int`

/** How many there are, up to a limit. */
export const countSignInEvents = (
  sql: SqlRunner,
  { personId, limit }: { personId: string | null; limit: number },
) => sql<{ events: number }[]>`
  select count(*)::int as events
  from (select from sign_in_events ${ofPerson(sql, personId)} limit ${limit}::int) as found`

function ofPerson(sql: SqlRunner, personId: string | null): Fragment {
  return personId === null ? sql`` : sql`where person_id = ${personId}::text`
}
