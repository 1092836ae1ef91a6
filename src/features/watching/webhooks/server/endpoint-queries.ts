import type { SqlRunner } from '#database/sql.ts'
import { type DeliveryState, type DisabledBy, type EndpointState, logDays } from '../rules.ts'

export type EndpointRow = {
  id: string
  address: string
  subject: string
  state: EndpointState
  disabled_by: DisabledBy | null
  failing_since: string | null
  delivered_at: string | null
  created_at: string
  old_secret_until: string | null
  waiting: number
}

/** The endpoints of a contact, or one of them. */
export const listEndpoints = (
  sql: SqlRunner,
  { email, id, now }: { email: string; id: string | null; now: string },
) => sql<EndpointRow[]>`
  select e.id, e.address, e.subject, e.state, e.disabled_by, e.failing_since, e.delivered_at, e.created_at,
    case when e.old_secret_until > ${now}::timestamptz then e.old_secret_until end as old_secret_until,
    (select count(*) from webhook_deliveries as d where d.endpoint_id = e.id and d.state = 'waiting')::int as waiting
  from webhook_endpoints as e
  where e.email = ${email}::text ${id === null ? sql`` : sql`and e.id = ${id}::uuid`}
  order by e.id`

/** The endpoint of a contact, locked. */
export const lockEndpoint = (sql: SqlRunner, { email, id }: { email: string; id: string }) => sql<
  { id: string; address: string; host: string; subject: string; state: EndpointState }[]
>`
  select id, address, host, subject, state from webhook_endpoints where email = ${email}::text and id = ${id}::uuid for update`

/** How many endpoints a mailbox has, whatever it is spelt like. */
export const countEndpoints = (sql: SqlRunner, { mailbox }: { mailbox: string }) => sql<{ count: number }[]>`
  select count(*)::int as count from webhook_endpoints where mailbox = ${mailbox}::text`

/** How many endpoints send to a server, or would if they were not paused. */
export const countAtHost = (sql: SqlRunner, { host }: { host: string }) => sql<{ count: number }[]>`
  select count(*)::int as count from webhook_endpoints where host = ${host}::text and state <> 'disabled'`

export const addEndpoint = (
  sql: SqlRunner,
  input: {
    id: string
    email: string
    mailbox: string
    address: string
    host: string
    subject: string
    secret: string
    now: string
  },
) => sql<Record<string, never>[]>`
  insert into webhook_endpoints (id, email, mailbox, address, host, subject, state, secret, created_at, changed_at)
  values (${input.id}::uuid, ${input.email}::text, ${input.mailbox}::text, ${input.address}::text, ${input.host}::text,
    ${input.subject}::text, 'active', decode(${input.secret}::text, 'hex'), ${input.now}::timestamptz, ${input.now}::timestamptz)`

/** Gives it a new secret; the one so far goes on signing until a time. */
export const replaceSecret = (
  sql: SqlRunner,
  { id, secret, oldUntil }: { id: string; secret: string; oldUntil: string },
) => sql<Record<string, never>[]>`
  update webhook_endpoints
  set old_secret = secret, old_secret_until = ${oldUntil}::timestamptz, secret = decode(${secret}::text, 'hex')
  where id = ${id}::uuid`

export const pauseEndpoint = (sql: SqlRunner, { id, now }: { id: string; now: string }) => sql<{ id: string }[]>`
  update webhook_endpoints set state = 'paused', changed_at = ${now}::timestamptz
  where id = ${id}::uuid and state = 'active' returning id`

/** Sends to it from now on, and what has waited; its failures of before count no more. What an admin has disabled stays so. */
export const resumeEndpoint = (sql: SqlRunner, { id, now }: { id: string; now: string }) => sql<{ id: string }[]>`
  with resumed as (
    update webhook_endpoints
    set state = 'active', disabled_by = null, changed_at = ${now}::timestamptz, failures = 0, failing_since = null, rests_until = null,
      due_at = greatest(${now}::timestamptz, claimed_until)
    where id = ${id}::uuid and state <> 'active' and disabled_by is distinct from 'admin' returning id
  ), woken as (
    update webhook_deliveries set begun_at = ${now}::timestamptz, next_at = ${now}::timestamptz
    where endpoint_id in (select id from resumed) and state = 'waiting'
  )
  select id from resumed`

/** Has it tried at once, although it failed before. */
export const wakeEndpoint = (sql: SqlRunner, { id, now }: { id: string; now: string }) => sql<Record<string, never>[]>`
  update webhook_endpoints set rests_until = null, due_at = greatest(${now}::timestamptz, claimed_until) where id = ${id}::uuid`

export const deleteEndpoint = (sql: SqlRunner, { id }: { id: string }) => sql<{ id: string }[]>`
  delete from webhook_endpoints where id = ${id}::uuid returning id`

export type DeliveryRow = {
  id: number
  position: number | null
  leaf: Uint8Array | null
  created_at: string
  state: DeliveryState
  attempts: number
  attempted_at: string | null
  http_status: number | null
  outcome: string | null
  milliseconds: number | null
  next_at: string | null
}

/** The log of an endpoint's deliveries, the last first. */
export const listDeliveries = (
  sql: SqlRunner,
  { endpointId, now, limit, offset }: { endpointId: string; now: string; limit: number; offset: number },
) => sql<DeliveryRow[]>`
  select d.id, d.position, l.leaf, d.created_at, d.state, d.attempts, d.attempted_at, d.http_status, d.outcome, d.milliseconds, d.next_at
  from webhook_deliveries as d left join register_leaves as l on l.position = d.position
  where d.endpoint_id = ${endpointId}::uuid and d.created_at > ${now}::timestamptz - make_interval(days => ${logDays}::int)
  order by d.id desc limit ${limit}::int offset ${offset}::int`

/** Has one that is settled sent again. */
export const sendAgain = (
  sql: SqlRunner,
  { endpointId, id, now }: { endpointId: string; id: number; now: string },
) => sql<{ id: number }[]>`
  update webhook_deliveries set state = 'waiting', begun_at = ${now}::timestamptz, next_at = ${now}::timestamptz, attempts = 0
  where endpoint_id = ${endpointId}::uuid and id = ${id}::bigint and state <> 'waiting' returning id`

/**
 * The part of the log that was signed since a time in London, as far back as deliveries are kept.
 * @param input.since `YYYY-MM-DDTHH:MM`
 */
export const findSpan = (sql: SqlRunner, { since, now }: { since: string; now: string }) => sql<
  { first: number; end: number }[]
>`
  select
    coalesce((
      select size from log_checkpoints
      where signed_at < greatest(${since}::timestamp at time zone 'Europe/London',
        ${now}::timestamptz - make_interval(days => ${logDays}::int))
        and origin = (select name from signing_keys where purpose = 'log' and ended_at is null)
      order by size desc limit 1), 0) as first,
    (select position from log_readers where reader = 'webhooks') as end`
