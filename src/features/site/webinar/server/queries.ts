import type { SqlRunner } from '#database/sql.ts'

/** No row when the address has signed up before. */
export const addSignUp = (
  sql: SqlRunner,
  { startsAt, name, email }: { startsAt: string; name: string; email: string },
) => sql<{ id: string }[]>`
  insert into webinar_sign_ups (webinar_at, name, email)
  values (${startsAt}::timestamptz, ${name}::text, ${email}::text)
  on conflict (lower(email), webinar_at) do nothing
  returning id`

export const findSignUp = (sql: SqlRunner, { id, startsAt }: { id: string; startsAt: string }) => sql<{ id: string }[]>`
  select id from webinar_sign_ups where id = ${id}::uuid and webinar_at = ${startsAt}::timestamptz`

export const findSignUpByEmail = (sql: SqlRunner, { startsAt, email }: { startsAt: string; email: string }) => sql<
  { id: string }[]
>`
  select id from webinar_sign_ups where lower(email) = lower(${email}::text) and webinar_at = ${startsAt}::timestamptz`

export const moveSignUps = (sql: SqlRunner, { from, to }: { from: string; to: string }) => sql<{ id: string }[]>`
  update webinar_sign_ups set webinar_at = ${to}::timestamptz where webinar_at = ${from}::timestamptz returning id`

export type SignUpRow = { id: string; email: string }

export const listSignUps = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<SignUpRow[]>`
  select id, email from webinar_sign_ups where id = any(${ids}::uuid[])`
