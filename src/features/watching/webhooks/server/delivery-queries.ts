import type { SqlRunner } from '#database/sql.ts'
import type { DisabledBy } from '../rules.ts'

/** Endpoints that changes are kept for. While one is paused they wait. */
export const listFollowing = (sql: SqlRunner) => sql<{ subject: string; ids: string[] }[]>`
  select subject, array_agg(id) as ids from webhook_endpoints where state in ('active', 'paused') group by subject`

/** Has changes sent to those of the endpoints that are still there; one that was sent there before is sent again. */
export const addDeliveries = (
  sql: SqlRunner,
  input: { endpointIds: string[]; positions: number[]; entryIds: string[]; now: string },
) => sql<Record<string, never>[]>`
  with e as (
    select id from webhook_endpoints where id = any(${input.endpointIds}::uuid[]) order by id for no key update
  ), woken as (
    update webhook_endpoints set due_at = least(due_at, greatest(${input.now}::timestamptz, rests_until, claimed_until))
    where id in (select id from e)
  )
  insert into webhook_deliveries (endpoint_id, position, entry_id, state, created_at, begun_at, next_at)
  select e.id, c.position, c.entry_id, 'waiting', ${input.now}::timestamptz, ${input.now}::timestamptz, ${input.now}::timestamptz
  from e cross join unnest(${input.positions}::bigint[], ${input.entryIds}::uuid[]) as c (position, entry_id)
  order by e.id, c.position
  on conflict (endpoint_id, position) do update
  set state = 'waiting', begun_at = excluded.begun_at, next_at = excluded.next_at, attempts = 0`

/** Sent once it is due, for which the endpoint has to be woken (`wakeEndpoint`). */
export const addTest = (sql: SqlRunner, { endpointId, now }: { endpointId: string; now: string }) => sql<
  { id: number }[]
>`
  insert into webhook_deliveries (endpoint_id, state, created_at, begun_at, next_at)
  values (${endpointId}::uuid, 'waiting', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz)
  returning id`

export type DueDelivery = {
  id: number
  endpoint_id: string
  position: number | null
  /** The log's entry; null of a test. */
  leaf: Uint8Array | null
  attempts: number
  begun_at: string
  address: string
  email: string
  secret: Uint8Array
  old_secret: Uint8Array | null
  failures: number
  failing_since: string | null
}

/**
 * Looks at the endpoints that have been due longest, and claims of each what is to be sent to it next: one at a time, in the order of the log.
 * Nobody else sends to a claimed endpoint until what came of it is noted, or half a minute has gone by. A change waits for an
 * earlier one of the same entry that could not be delivered yet, for an hour at most.
 *
 * An endpoint with nothing to send has `is_claimed` false and no delivery, and is next looked at when something is due; one whose server
 * gets `perHost` others at the moment has `is_claimed` false, and its turn once one of those has ended.
 */
export const claimDue = (
  sql: SqlRunner,
  { now, limit, perHost }: { now: string; limit: number; perHost: number },
) => sql<(DueDelivery & { is_claimed: boolean })[]>`
  with busy as (
    select host, count(*) as endpoints from webhook_endpoints where claimed_until > ${now}::timestamptz group by host
  ), looked as (
    select id, host, due_at from webhook_endpoints
    where state = 'active' and due_at <= ${now}::timestamptz
      and host not in (select host from busy where endpoints >= ${perHost}::int)
    order by due_at
    limit ${limit}::int
    for no key update skip locked
  ), found as (
    select k.id as endpoint_id, d.id, d.position, d.attempts, d.begun_at, d.leaf,
      d.id is not null and coalesce(b.endpoints, 0)
        + row_number() over (partition by k.host, d.id is null order by k.due_at) <= ${perHost}::int as is_claimed
    from looked as k left join busy as b on b.host = k.host
    left join lateral (
      select w.id, w.position, w.attempts, w.begun_at, l.leaf
      from webhook_deliveries as w left join register_leaves as l on l.position = w.position
      where w.endpoint_id = k.id and w.state = 'waiting' and w.next_at <= ${now}::timestamptz
        and (w.position is null or l.leaf is not null)
        and not exists (
          select from webhook_deliveries as b
          where b.endpoint_id = k.id and b.state = 'waiting' and b.position < w.position and b.entry_id = w.entry_id
            and b.begun_at > ${now}::timestamptz - interval '1 hour')
      order by w.position nulls first, w.id limit 1
    ) as d on true
  )
  update webhook_endpoints as e
  set claimed_until = case when f.is_claimed then ${now}::timestamptz + interval '30 seconds' else e.claimed_until end,
    due_at = case
      when f.is_claimed then ${now}::timestamptz + interval '30 seconds'
      when f.id is not null then e.due_at
      else (
        -- What waits behind an earlier change is looked for each minute.
        select min(case when next_at > ${now}::timestamptz then next_at else ${now}::timestamptz + interval '1 minute' end)
        from webhook_deliveries where endpoint_id = e.id and state = 'waiting')
    end
  from found as f where e.id = f.endpoint_id
  returning f.is_claimed, f.id, e.id as endpoint_id, f.position, f.leaf, f.attempts, f.begun_at, e.address, e.email, e.secret,
    case when e.old_secret_until > ${now}::timestamptz then e.old_secret end as old_secret, e.failures, e.failing_since`

/** When an endpoint is due next; null where none is. */
export const findNextDue = (sql: SqlRunner) => sql<{ due_at: string | null }[]>`
  select min(due_at) as due_at from webhook_endpoints where state = 'active'`

/** Notes what came of an attempt. @param input.nextAt when it is tried again; null once it is settled. */
export const noteAttempt = (
  sql: SqlRunner,
  input: {
    id: number
    state: 'waiting' | 'delivered' | 'failed'
    now: string
    nextAt: string | null
    status: number | null
    outcome: string
    milliseconds: number
  },
) => sql<Record<string, never>[]>`
  update webhook_deliveries
  set state = ${input.state}::text, attempts = attempts + 1, attempted_at = ${input.now}::timestamptz,
    next_at = ${input.nextAt}::timestamptz, http_status = ${input.status}::int, outcome = ${input.outcome}::text,
    milliseconds = ${input.milliseconds}::int
  where id = ${input.id}::bigint and state = 'waiting'`

/** Notes that an endpoint has taken something. */
export const noteSuccess = (sql: SqlRunner, { endpointId, now }: { endpointId: string; now: string }) => sql<
  Record<string, never>[]
>`
  update webhook_endpoints set delivered_at = ${now}::timestamptz, failures = 0, failing_since = null, rests_until = null,
    claimed_until = null, due_at = ${now}::timestamptz
  where id = ${endpointId}::uuid`

/** Has it sent to again, whatever came of a test, or of what was broken off. */
export const endClaim = (sql: SqlRunner, { endpointId, now }: { endpointId: string; now: string }) => sql<
  Record<string, never>[]
>`
  update webhook_endpoints set claimed_until = null, due_at = greatest(${now}::timestamptz, rests_until)
  where id = ${endpointId}::uuid`

/** Notes that an endpoint has not taken something. @param input.restsUntil until when it is left alone; null for not at all. */
export const noteFailure = (
  sql: SqlRunner,
  { endpointId, now, restsUntil }: { endpointId: string; now: string; restsUntil: string | null },
) => sql<Record<string, never>[]>`
  update webhook_endpoints
  set failures = failures + 1, failing_since = coalesce(failing_since, ${now}::timestamptz), rests_until = ${restsUntil}::timestamptz,
    claimed_until = null, due_at = greatest(${now}::timestamptz, ${restsUntil}::timestamptz)
  where id = ${endpointId}::uuid`

/**
 * Nothing more is sent to an endpoint, and what waited for it has failed. No row where it was disabled, except by an admin where it was by
 * something else: then its owner can no longer switch it on.
 */
export const disableEndpoint = (
  sql: SqlRunner,
  { endpointId, by, now }: { endpointId: string; by: DisabledBy; now: string },
) => sql<{ id: string; email: string; address: string }[]>`
  with disabled as (
    update webhook_endpoints set state = 'disabled', disabled_by = ${by}::text, changed_at = ${now}::timestamptz
    where id = ${endpointId}::uuid and (state <> 'disabled' or (${by}::text = 'admin' and disabled_by <> 'admin'))
    returning id, email, address
  ), failed as (
    update webhook_deliveries set state = 'failed', next_at = null, outcome = coalesce(outcome, 'The endpoint was disabled before this was sent.')
    where endpoint_id in (select id from disabled) and state = 'waiting'
  )
  select id, email, address from disabled`
