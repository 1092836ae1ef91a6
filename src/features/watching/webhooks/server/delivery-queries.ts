import type { SqlRunner } from '../../../../database/sql.ts'
import type { DisabledBy } from '../rules.ts'

/** Endpoints that changes are kept for. While one is paused they wait. */
export const listFollowing = (sql: SqlRunner) => sql<{ subject: string; ids: string[] }[]>`
  select subject, array_agg(id) as ids from webhook_endpoints where state in ('active', 'paused') group by subject`

/** Has changes sent to those of the endpoints that are still there; one that was sent there before is sent again. */
export const addDeliveries = (
  sql: SqlRunner,
  input: { endpointIds: string[]; positions: number[]; entryIds: string[]; now: string },
) => sql<Record<string, never>[]>`
  insert into webhook_deliveries (endpoint_id, position, entry_id, state, created_at, begun_at, next_at)
  select e.id, c.position, c.entry_id, 'waiting', ${input.now}::timestamptz, ${input.now}::timestamptz, ${input.now}::timestamptz
  from (select id from webhook_endpoints where id = any(${input.endpointIds}::uuid[]) order by id for key share) as e
  cross join unnest(${input.positions}::bigint[], ${input.entryIds}::uuid[]) as c (position, entry_id)
  order by c.position
  on conflict (endpoint_id, position) do update
  set state = 'waiting', begun_at = excluded.begun_at, next_at = excluded.next_at, attempts = 0`

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
 * Of each endpoint that may be sent to now, what is due next: one at a time, in the order of the log. Nobody else sends to these endpoints
 * until what came of it is noted, or half a minute has gone by. A change waits for an earlier one of the same entry that could not be
 * delivered yet, for an hour at most.
 */
export const claimDue = (sql: SqlRunner, { now, limit }: { now: string; limit: number }) => sql<DueDelivery[]>`
  with due as (
    select e.id as endpoint_id, d.id, d.position, d.attempts, d.begun_at, l.leaf
    from webhook_endpoints as e
    cross join lateral (
      select id, position, attempts, begun_at, next_at from webhook_deliveries as w
      where w.endpoint_id = e.id and w.state = 'waiting' and w.next_at <= ${now}::timestamptz
        and not exists (
          select from webhook_deliveries as b
          where b.endpoint_id = e.id and b.state = 'waiting' and b.position < w.position and b.entry_id = w.entry_id
            and b.begun_at > ${now}::timestamptz - interval '1 hour')
      order by w.position nulls first, w.id limit 1
    ) as d
    left join register_leaves as l on l.position = d.position
    where e.state = 'active' and (e.rests_until is null or e.rests_until <= ${now}::timestamptz)
      and (e.claimed_until is null or e.claimed_until <= ${now}::timestamptz) and (d.position is null or l.leaf is not null)
    order by d.next_at
    limit ${limit}::int
    for update of e skip locked
  )
  update webhook_endpoints as e set claimed_until = ${now}::timestamptz + interval '30 seconds'
  from due where e.id = due.endpoint_id
  returning due.id, e.id as endpoint_id, due.position, due.leaf, due.attempts, due.begun_at, e.address, e.email, e.secret,
    case when e.old_secret_until > ${now}::timestamptz then e.old_secret end as old_secret, e.failures, e.failing_since`

/** When something is due next, after now; null where nothing is. What waits behind an earlier change is found by the clock's job. */
export const findNextDue = (sql: SqlRunner, { now }: { now: string }) => sql<{ next_at: string | null }[]>`
  select min(greatest(d.next_at, e.rests_until, e.claimed_until)) as next_at
  from webhook_deliveries as d join webhook_endpoints as e on e.id = d.endpoint_id
  where d.state = 'waiting' and e.state = 'active'
    and greatest(d.next_at, e.rests_until, e.claimed_until) > ${now}::timestamptz`

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
    claimed_until = null
  where id = ${endpointId}::uuid`

/** Lets others send to it again, whatever came of a test. */
export const endClaim = (sql: SqlRunner, { endpointId }: { endpointId: string }) => sql<Record<string, never>[]>`
  update webhook_endpoints set claimed_until = null where id = ${endpointId}::uuid`

/** Notes that an endpoint has not taken something. @param input.restsUntil until when it is left alone; null for not at all. */
export const noteFailure = (
  sql: SqlRunner,
  { endpointId, now, restsUntil }: { endpointId: string; now: string; restsUntil: string | null },
) => sql<Record<string, never>[]>`
  update webhook_endpoints
  set failures = failures + 1, failing_since = coalesce(failing_since, ${now}::timestamptz), rests_until = ${restsUntil}::timestamptz,
    claimed_until = null
  where id = ${endpointId}::uuid`

/** Nothing more is sent to an endpoint, and what waited for it has failed. No row where it was not active or paused. */
export const disableEndpoint = (
  sql: SqlRunner,
  { endpointId, by, now }: { endpointId: string; by: DisabledBy; now: string },
) => sql<{ id: string; email: string; address: string }[]>`
  with disabled as (
    update webhook_endpoints set state = 'disabled', disabled_by = ${by}::text, changed_at = ${now}::timestamptz
    where id = ${endpointId}::uuid and state <> 'disabled'
    returning id, email, address
  ), failed as (
    update webhook_deliveries set state = 'failed', next_at = null, outcome = coalesce(outcome, 'The endpoint was disabled before this was sent.')
    where endpoint_id in (select id from disabled) and state = 'waiting'
  )
  select id, email, address from disabled`
