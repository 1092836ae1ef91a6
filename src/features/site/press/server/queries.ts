import type { SqlRunner } from '#database/sql.ts'

export type RequestRow = { used_at: string | null; expires_at: string; ended_at: string | null }
export type Subscription = { id: string; email: string; unsubscribe_token: string }

export const addRequest = (
  sql: SqlRunner,
  input: { tokenHash: string; email: string; consent: string; now: string; expiresAt: string },
) => sql<Record<string, never>[]>`
  insert into press_requests (token_hash, email, consent, created_at, expires_at)
  values (decode(${input.tokenHash}::text, 'hex'), ${input.email}::text, ${input.consent}::text, ${input.now}::timestamptz,
    ${input.expiresAt}::timestamptz)`

/** The request in whatever state, and when the subscription that it began has ended. */
export const findRequest = (sql: SqlRunner, { tokenHash }: { tokenHash: string }) => sql<RequestRow[]>`
  select r.used_at, r.expires_at, s.ended_at
  from press_requests as r
  left join press_subscriptions as s on s.id = r.subscription_id
  where r.token_hash = decode(${tokenHash}::text, 'hex')`

/**
 * The subscription that the request begins, or the one that its address has. No row when the request is used, run out or unknown.
 *   `is_new` is false where the address was subscribed before.
 */
export const confirmRequest = (
  sql: SqlRunner,
  { tokenHash, now, unsubscribeToken }: { tokenHash: string; now: string; unsubscribeToken: string },
) => sql<(Subscription & { is_new: boolean })[]>`
  with asked as (
    select token_hash, email, consent from press_requests
    where token_hash = decode(${tokenHash}::text, 'hex') and used_at is null and expires_at > ${now}::timestamptz
    for update
  ),
  begun as (
    insert into press_subscriptions as s (email, unsubscribe_token, consent, confirmed_at)
    select email, ${unsubscribeToken}::text, consent, ${now}::timestamptz from asked
    on conflict (lower(email)) do update set consent = excluded.consent
    returning id, email, unsubscribe_token, unsubscribe_token = ${unsubscribeToken}::text as is_new
  ),
  spent as (
    update press_requests as r set used_at = ${now}::timestamptz, subscription_id = begun.id, email = null
    from begun
    where r.token_hash = decode(${tokenHash}::text, 'hex')
  )
  select id, email, unsubscribe_token, is_new from begun`

/** Its running subscription. */
export const findSubscription = (sql: SqlRunner, { email }: { email: string }) => sql<Subscription[]>`
  select id, email, unsubscribe_token from press_subscriptions where lower(email) = lower(${email}::text)`

/** Whether its subscription has ended, and when. */
export const findByToken = (sql: SqlRunner, { token }: { token: string }) => sql<{ ended_at: string | null }[]>`
  select ended_at from press_subscriptions where unsubscribe_token = ${token}::text`

/** The address goes with the subscription. No row when it has ended before, or never was. */
export const endSubscription = (sql: SqlRunner, { token, now }: { token: string; now: string }) => sql<
  { id: string }[]
>`
  update press_subscriptions set email = null, ended_at = ${now}::timestamptz
  where unsubscribe_token = ${token}::text and ended_at is null
  returning id`

/** Requests that ran out unconfirmed lose their address a day later, and all go after ninety days. */
export const forgetRequests = (sql: SqlRunner, { now }: { now: string }) => sql<Record<string, never>[]>`
  with gone as (
    delete from press_requests where expires_at < ${now}::timestamptz - interval '90 days'
  )
  update press_requests set email = null
  where email is not null and expires_at < ${now}::timestamptz - interval '1 day'
    and expires_at >= ${now}::timestamptz - interval '90 days'`

/**
 * Subscriptions that have not had it, noted as having it. Who confirmed after that day has read it on the page.
 * @param input.publishedAt the day it was published
 */
export const claimDeliveries = (
  sql: SqlRunner,
  { releaseId, publishedAt, now, most }: { releaseId: string; publishedAt: string; now: string; most: number },
) => sql<Subscription[]>`
  with claimed as (
    insert into press_deliveries (release_id, subscription_id, mailed_at)
    select ${releaseId}::text, s.id, ${now}::timestamptz
    from press_subscriptions as s
    where s.ended_at is null and (s.confirmed_at at time zone 'Europe/London')::date <= ${publishedAt}::date
      and not exists (
        select from press_deliveries as d where d.release_id = ${releaseId}::text and d.subscription_id = s.id)
    order by s.id
    limit ${most}::int
    on conflict do nothing
    returning subscription_id
  )
  select s.id, s.email, s.unsubscribe_token
  from claimed join press_subscriptions as s on s.id = claimed.subscription_id`
