import { type CamelSql, camel } from '#database/camel.ts'
import type { Transaction } from '#database/sql.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import { href } from '#pages.ts'
import { type Change, changesOf } from '../server/changes.ts'
import { readSubject } from '../server/subject.ts'
import { linkDays } from './rules.ts'

/** An event that was sent before is sent again. @returns how many of the changes concern the subject. */
export async function queueFor(
  transaction: Transaction,
  { subject, ids, changes, now }: { subject: string; ids: string[]; changes: Change[]; now: Date },
): Promise<number> {
  const read = readSubject(new URLSearchParams(subject))
  const concerned = read ? await changesOf(transaction, { subject: read, changes, now }) : []
  if (concerned.length === 0) return 0
  const positions = concerned.map(({ position }) => position)
  const entryIds = concerned.map(({ entryId }) => entryId)
  const at = now.toISOString()
  await camel(transaction)`
    with e as (
      select id from webhook_endpoints where id = any(${ids}::uuid[]) order by id for no key update
    ), woken as (
      update webhook_endpoints set due_at = least(due_at, greatest(${at}::timestamptz, rests_until, claimed_until))
      where id in (select id from e)
    )
    insert into webhook_deliveries (endpoint_id, position, entry_id, state, created_at, begun_at, next_at)
    select e.id, c.position, c.entry_id, 'waiting', ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
    from e cross join unnest(${positions}::bigint[], ${entryIds}::uuid[]) as c (position, entry_id)
    order by e.id, c.position
    on conflict (endpoint_id, position) do update
    set state = 'waiting', begun_at = excluded.begun_at, next_at = excluded.next_at, attempts = 0`
  return concerned.length
}

export type DueDelivery = {
  id: number
  endpointId: string
  position: number | null
  leaf: Uint8Array | null
  attempts: number
  begunAt: string
  address: string
  email: string
  secret: Uint8Array
  oldSecret: Uint8Array | null
  failures: number
  failingSince: string | null
}

/**
 * Claims for each of the endpoints that have been due longest what is to be sent to it next, in the order of the log. Nobody else sends to a
 * claimed endpoint until the outcome is noted, or half a minute has passed. A change waits up to an hour for an earlier one of the same entry.
 * `isClaimed` is false for an endpoint with nothing to send, and for one whose server is getting `perHost` others at the moment.
 */
export const claimDue = (
  sql: CamelSql,
  { now, limit, perHost }: { now: string; limit: number; perHost: number },
) => sql<(DueDelivery & { isClaimed: boolean })[]>`
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

/** After a test or an attempt that was broken off: the endpoint can be sent to again. */
export const endClaim = (sql: CamelSql, { endpointId, now }: { endpointId: string; now: string }) => sql<
  Record<string, never>[]
>`
  update webhook_endpoints set claimed_until = null, due_at = greatest(${now}::timestamptz, rests_until)
  where id = ${endpointId}::uuid`

/** Paused ones, too. */
export async function countAtHost(sql: CamelSql, host: string): Promise<number> {
  const [counted] = await sql<{ count: number }[]>`
    select count(*)::int as count from webhook_endpoints where host = ${host}::text and state <> 'disabled'`
  return counted!.count
}

/** It has to be emailed to the address and nowhere else. @returns a path of this site. */
export async function addLink(sql: CamelSql, email: string, now: string): Promise<string> {
  const token = newToken()
  await sql`
    insert into webhook_links (token_hash, email, created_at, expires_at)
    values (decode(${tokenHash(token)}::text, 'hex'), ${email}::text, ${now}::timestamptz,
      ${now}::timestamptz + make_interval(hours => ${linkDays * 24}::int))`
  return href('webhookEndpoints', { token })
}

/** @returns null where the link cannot be used, or not any more. */
export async function findAddress(sql: CamelSql, token: string, now: string): Promise<string | null> {
  const [link] = await sql<{ email: string }[]>`
    select email from webhook_links
    where token_hash = decode(${tokenHash(token)}::text, 'hex') and expires_at > ${now}::timestamptz`
  return link?.email ?? null
}
