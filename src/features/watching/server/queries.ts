import type { SqlRunner } from '#database/sql.ts'
import type { Cadence } from '#features/watching/rules.ts'

export const addRequest = (
  sql: SqlRunner,
  input: {
    tokenHash: string
    email: string
    subject: string
    cadence: Cadence
    consent: string
    now: string
    expiresAt: string
  },
) => sql<Record<string, never>[]>`
  insert into follow_requests (token_hash, email, subject, cadence, consent, created_at, expires_at)
  values (decode(${input.tokenHash}::text, 'hex'), ${input.email}::text, ${input.subject}::text, ${input.cadence}::text,
    ${input.consent}::text, ${input.now}::timestamptz, ${input.expiresAt}::timestamptz)`

export type RequestRow = {
  subject: string
  cadence: Cadence
  expires_at: string
  used_at: string | null
  /** Opens the page of who follows by it; null while nobody does. */
  token: string | null
}

/** A request in whatever state. */
export const findRequest = (sql: SqlRunner, { tokenHash }: { tokenHash: string }) => sql<RequestRow[]>`
  select r.subject, r.cadence, r.expires_at, r.used_at, f.token
  from follow_requests as r left join followers as f on f.id = r.follower_id
  where r.token_hash = decode(${tokenHash}::text, 'hex')`

/** A request that can be confirmed, held until the transaction ends. */
export const holdRequest = (sql: SqlRunner, { tokenHash, now }: { tokenHash: string; now: string }) => sql<
  { email: string; subject: string; cadence: Cadence; consent: string }[]
>`
  select email, subject, cadence, consent from follow_requests
  where token_hash = decode(${tokenHash}::text, 'hex') and used_at is null and expires_at > ${now}::timestamptz
  for update`

export const endRequest = (
  sql: SqlRunner,
  { tokenHash, followerId, now }: { tokenHash: string; followerId: string; now: string },
) => sql<Record<string, never>[]>`
  update follow_requests set email = null, used_at = ${now}::timestamptz, follower_id = ${followerId}::uuid
  where token_hash = decode(${tokenHash}::text, 'hex')`

/** Adds who follows, or finds them; held until the transaction ends. */
export const holdFollower = (
  sql: SqlRunner,
  { email, token, now }: { email: string; token: string; now: string },
) => sql<{ id: string; token: string }[]>`
  insert into followers as f (email, token, confirmed_at) values (${email}::text, ${token}::text, ${now}::timestamptz)
  on conflict (lower(email)) do update set failures = 0
  returning id, token`

/** Adds what somebody follows, or changes how often they are told. No row where they follow as much as they may. */
export const addFollow = (
  sql: SqlRunner,
  input: { followerId: string; subject: string; cadence: Cadence; consent: string; now: string; most: number },
) => sql<{ id: string }[]>`
  insert into follows (follower_id, subject, cadence, consent, begun_at)
  select ${input.followerId}::uuid, ${input.subject}::text, ${input.cadence}::text, ${input.consent}::text, ${input.now}::timestamptz
  where (select count(*) from follows where follower_id = ${input.followerId}::uuid and subject <> ${input.subject}::text) < ${input.most}::int
  on conflict (follower_id, subject) do update set cadence = excluded.cadence, consent = excluded.consent
  returning id`

/** Who follows a subject with an address. */
export const findFollower = (sql: SqlRunner, { email, subject }: { email: string; subject: string }) => sql<
  { token: string }[]
>`
  select f.token from followers as f join follows as w on w.follower_id = f.id
  where lower(f.email) = lower(${email}::text) and w.subject = ${subject}::text`

type FollowRow = { email: string; id: string; subject: string; cadence: Cadence }

/** Everything that is followed with a link, in the order in which it was begun. */
export const listFollows = (sql: SqlRunner, { token }: { token: string }) => sql<FollowRow[]>`
  select f.email, w.id, w.subject, w.cadence
  from followers as f join follows as w on w.follower_id = f.id
  where f.token = ${token}::text
  order by w.begun_at, w.id`

export const setCadence = (
  sql: SqlRunner,
  { token, id, cadence }: { token: string; id: string; cadence: Cadence },
) => sql<Record<string, never>[]>`
  update follows as w set cadence = ${cadence}::text from followers as f
  where f.id = w.follower_id and f.token = ${token}::text and w.id = ${id}::uuid`

/** Who follows with a link, held until the transaction ends. */
export const lockFollower = (sql: SqlRunner, { token }: { token: string }) => sql<{ id: string }[]>`
  select id from followers where token = ${token}::text for update`

export const deleteFollow = (sql: SqlRunner, { followerId, id }: { followerId: string; id: string }) => sql<
  Record<string, never>[]
>`
  delete from follows where follower_id = ${followerId}::uuid and id = ${id}::uuid`

/** An address that follows nothing goes. */
export const dropIfIdle = (sql: SqlRunner, { followerId }: { followerId: string }) => sql<Record<string, never>[]>`
  delete from followers where id = ${followerId}::uuid and not exists (
    select from follows where follower_id = ${followerId}::uuid)`

/** Ends everything that is followed with a link, and the address goes. */
export const endFollowing = (sql: SqlRunner, { token }: { token: string }) => sql<{ id: string }[]>`
  delete from followers where token = ${token}::text returning id`
