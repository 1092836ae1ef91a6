import { type } from 'arktype'
import type { Brand } from '#brand.ts'
import { addJob } from '#database/add-job.ts'
import type { CamelSql } from '#database/camel.ts'
import { lockKeys } from '#database/lock-keys.ts'
import { takeRateLimit } from '#database/rate-limit.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { mailboxKey, normaliseMailAddress } from '#domain/mail-address.ts'
import { pageTags } from '#domain/page-tags.ts'
import { findCity } from '#features/register/cities/server.ts'
import { listChanges } from '#features/watching/server/changes.ts'
import { nameStored, nameSubject, readSubject, subjectQuery } from '#features/watching/server/subject.ts'
import { confirmAddress } from '#mail/confirm-address.ts'
import { isToken } from '#mail/link-token.ts'
import { command, did, outsideCommand, wrong } from '#page/command.ts'
import { page } from '#page/page.ts'
import { href, pageAt, pages } from '#pages.ts'
import { type Failure, failure, isFailure, tooMany } from '#wire/failure.ts'
import { readLeaf } from '#wire/leaf.ts'
import { readPageNumber, rowsOf } from '#wire/list-pages.ts'
import { organiserId } from '#wire/organiser-address.ts'
import type { NewSecret } from './endpoint-words.tsx'
import { endpointForm, linkForm, replayForm } from './form.ts'
import { newLinkMail, webhookLinkMail } from './mails.ts'
import { addLink, countAtHost, findAddress, queueFor } from './queries.ts'
import {
  type DeliveryState,
  type DisabledBy,
  type EndpointState,
  eventId,
  eventType,
  logDays,
  maxAtHost,
  maxEndpoints,
  oldSecretHours,
} from './rules.ts'
import { exampleEvent, verifyingExamples } from './server/examples.ts'
import { isPrivateHost } from './server/post-webhook.ts'
import { encryptSecret, newSecret } from './server/webhook-secret.ts'

const hour = 60 * 60

/** For one address; earlier links still work. */
const perAddress = { name: 'webhook-link-address', points: 3, seconds: hour }

/** The answer is the same for an address that has endpoints and one that has none. */
const requestLink = command({
  permission: 'anyone',
  form: linkForm,
  limit: { name: 'webhook-link', points: 5, seconds: 600 },
  run: async ({ input, sql, now }) => {
    const email = normaliseMailAddress(input.email)
    const isMailed = (await takeRateLimit(sql.raw, perAddress, Bun.hash(mailboxKey(email)).toString(36))) === null
    return did({ mails: [isMailed && webhookLinkMail(email, await addLink(sql, email, now))] })
  },
  leadsTo: () => `${href('webhooks', { asked: true })}#begin`,
})

export const webhooks = page('webhooks', {
  tags: [pageTags.fixed],
  commands: { requestLink },
  load: async ({ query }) => ({
    isRequested: query.has('asked'),
    examples: { event: exampleEvent, ...verifyingExamples },
  }),
})

export type EndpointRow = {
  id: string
  address: string
  subject: string
  state: EndpointState
  disabledBy: DisabledBy | null
  failingSince: string | null
  deliveredAt: string | null
  createdAt: string
  oldSecretUntil: string | null
  waiting: number
}

/** `follows` is null where what it follows is no longer there. */
async function loadEndpoints(sql: CamelSql, { email, id, now }: { email: string; id: string | null; now: string }) {
  const rows = await sql<EndpointRow[]>`
    select e.id, e.address, e.subject, e.state, e.disabled_by, e.failing_since, e.delivered_at, e.created_at,
      case when e.old_secret_until > ${now}::timestamptz then e.old_secret_until end as old_secret_until,
      (select count(*) from webhook_deliveries as d where d.endpoint_id = e.id and d.state = 'waiting')::int as waiting
    from webhook_endpoints as e
    where e.email = ${email}::text ${id === null ? sql`` : sql`and e.id = ${id}::uuid`}
    order by e.id`
  return await Promise.all(
    rows.map(async ({ subject, ...row }) => ({ ...row, follows: await nameStored(sql.raw, subject) })),
  )
}

const noSuchLink = failure('not-found', 'This link does not work.')

/** The link proves that somebody reads the contact's mail. The secret is answered this once. */
const add = outsideCommand({
  permission: 'anyone',
  params: { token: isToken },
  form: endpointForm,
  limit: { name: 'webhook-endpoint', points: 20, seconds: hour },
  run: async ({ params, input, sql, now, write, services: { env, brand, ...services } }) => {
    const email = await findAddress(sql, params.token, now)
    if (!email) return noSuchLink
    const address = readEndpointAddress(input.address, { permitsHttp: env.webhookLoopback })
    if (!address)
      return wrong({
        address: 'Enter an address that begins with https://, with no user name, no # and no port below 1024',
      })
    const { hostname: host } = new URL(address)
    if (await isPrivateHost(address, { permitsLoopback: env.webhookLoopback }))
      return wrong({ address: 'Enter an address on the internet: we do not send to private networks' })
    const subject = await readFollow(sql, input.follow)
    if (subject === null)
      return wrong({ follow: 'Enter the number of an entry, or the address of an entry, organiser, city or search' })
    return await write(async (sql) => {
      const mailbox = Bun.hash(mailboxKey(email)).toString(36)
      await lockKeys(sql.raw, { keys: [`webhooks ${mailbox}`, `webhooks to ${host}`] })
      const [held] = await sql<{ count: number }[]>`
        select count(*)::int as count from webhook_endpoints where mailbox = ${mailbox}::text`
      if (held!.count >= maxEndpoints)
        return failure('conflict', `You have ${maxEndpoints} endpoints, which is the most. Delete one first.`)
      if ((await countAtHost(sql, host)) >= maxAtHost) return wrong({ address: hostIsFull(brand) })
      const id = Bun.randomUUIDv7()
      const secret = newSecret()
      await sql`
        insert into webhook_endpoints (id, email, mailbox, address, host, subject, state, secret, created_at, changed_at)
        values (${id}::uuid, ${email}::text, ${mailbox}::text, ${address}::text, ${host}::text, ${subject}::text, 'active',
          decode(${encryptSecret(secret, id, env)}::text, 'hex'), ${now}::timestamptz, ${now}::timestamptz)`
      await confirmAddress(sql.raw, email, services.now())
      return did({ answer: { id, address, secret } })
    })
  },
  leadsTo: (_: NewSecret) => null,
})

/** This link ends, too, and the new one is emailed: nobody else who has a link can read that. */
const replaceLinks = command({
  permission: 'anyone',
  params: { token: isToken },
  run: async ({ params, sql, now }) => {
    const email = await findAddress(sql, params.token, now)
    if (!email) return noSuchLink
    await sql`delete from webhook_links where email = ${email}::text`
    return did({ answer: { email }, mails: [newLinkMail(email, await addLink(sql, email, now))] })
  },
  leadsTo: () => null,
})

/** Looking changes nothing, because mail scanners follow links. */
export const webhookEndpoints = page('webhookEndpoints', {
  commands: { add, 'replace-links': replaceLinks },
  load: async ({ params: { token }, query, sql, now, answers }) => {
    const replaced = answers['replace-links']
    if (replaced) return { kind: 'replaced' as const, email: replaced.email }
    const email = await findAddress(sql, token, now)
    if (!email) return { kind: 'unknown' as const }
    return {
      kind: 'known' as const,
      token,
      email,
      endpoints: await loadEndpoints(sql, { email, id: null, now }),
      isDeleted: query.has('deleted'),
      secret: answers.add ?? null,
    }
  },
  status: ({ kind }) => (kind === 'unknown' ? 404 : null),
})

// The link is enough to manage an endpoint: it was emailed to the contact alone.

const ofEndpoint = { permission: 'anyone', params: { token: isToken, id: isUuid } } as const
type Params = Record<keyof typeof ofEndpoint.params, string>
type LockedEndpoint = { id: string; address: string; host: string; subject: string; state: EndpointState }

async function lockEndpoint(sql: CamelSql, { token, id }: Params, now: string): Promise<LockedEndpoint | Failure> {
  const email = await findAddress(sql, token, now)
  if (!email) return noSuchLink
  const [endpoint] = await sql<LockedEndpoint[]>`
    select id, address, host, subject, state from webhook_endpoints
    where email = ${email}::text and id = ${id}::uuid for update`
  return endpoint ?? failure('not-found', 'There is no such endpoint.')
}

/** At most `points` an hour to each endpoint, and to active ones alone. It is no longer left alone after failures. */
async function lockToSend(
  sql: CamelSql,
  params: Params,
  now: string,
  limit: { name: string; points: number },
): Promise<LockedEndpoint | Failure> {
  const endpoint = await lockEndpoint(sql, params, now)
  if (isFailure(endpoint)) return endpoint
  if (endpoint.state !== 'active') return failure('conflict', 'Nothing is sent to this endpoint. Switch it on first.')
  const wait = await takeRateLimit(sql.raw, { ...limit, seconds: hour }, endpoint.id)
  if (wait !== null) return tooMany(wait)
  await sql`
    update webhook_endpoints set rests_until = null, due_at = greatest(${now}::timestamptz, claimed_until)
    where id = ${endpoint.id}::uuid`
  await addJob(sql.raw, 'send-webhooks', {}, { key: 'send-webhooks' })
  return endpoint
}

const nothing = { tone: 'warning', title: 'There was nothing to send' } as const

const test = command({
  ...ofEndpoint,
  run: async ({ params, sql, now }) => {
    const endpoint = await lockToSend(sql, params, now, { name: 'webhook-test', points: 20 })
    if (isFailure(endpoint)) return endpoint
    await sql`
      insert into webhook_deliveries (endpoint_id, state, created_at, begun_at, next_at)
      values (${endpoint.id}::uuid, 'waiting', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz)`
    return did()
  },
  done: { tested: 'A test is being sent. Load this page again to see the result' },
})

const again = command({
  ...ofEndpoint,
  schema: type({ delivery: 'string <= 18' }),
  run: async ({ params, input, sql, now }) => {
    const endpoint = await lockToSend(sql, params, now, { name: 'webhook-again', points: 100 })
    if (isFailure(endpoint)) return endpoint
    const id = /^\d+$/.test(input.delivery) ? Number(input.delivery) : 0
    const [sent] = await sql<{ id: number }[]>`
      update webhook_deliveries
      set state = 'waiting', begun_at = ${now}::timestamptz, next_at = ${now}::timestamptz, attempts = 0
      where endpoint_id = ${endpoint.id}::uuid and id = ${id}::bigint and state <> 'waiting' returning id`
    return did({ done: sent ? 'sent' : 'nothing' })
  },
  done: { sent: 'The event is being sent again', nothing },
})

const batch = 500

/** Whether it was sent before or not. */
const replay = command({
  ...ofEndpoint,
  form: replayForm,
  run: async ({ params, input: { since }, sql, now }) => {
    const endpoint = await lockToSend(sql, params, now, { name: 'webhook-replay', points: 5 })
    if (isFailure(endpoint)) return endpoint
    // The part of the log that was signed since then, as far back as deliveries are kept.
    const [span] = await sql<{ first: number; end: number }[]>`
      select
        coalesce((
          select size from log_checkpoints
          where signed_at < greatest(${since}::timestamp at time zone 'Europe/London',
            ${now}::timestamptz - make_interval(days => ${logDays}::int))
            and origin = (select name from signing_keys where purpose = 'log' and ended_at is null)
          order by size desc limit 1), 0) as first,
        (select position from log_readers where reader = 'webhooks') as end`
    const { subject, id } = endpoint
    let sent = 0
    for (let { first } = span!; first < span!.end; first += batch) {
      const changes = await listChanges(sql.raw, { first, end: Math.min(span!.end, first + batch) })
      sent += await queueFor(sql.raw, { subject, ids: [id], changes, now: new Date(now) })
    }
    return did({ done: sent > 0 ? 'replayed' : 'nothing' })
  },
  done: { replayed: 'The changes since then are being sent', nothing },
})

/** The secret is answered this once. The old one signs beside it for a day. */
const rotate = command({
  ...ofEndpoint,
  run: async ({ params, sql, now, services }) => {
    const endpoint = await lockEndpoint(sql, params, now)
    if (isFailure(endpoint)) return endpoint
    const { id, address } = endpoint
    const wait = await takeRateLimit(sql.raw, { name: 'webhook-rotate', points: 5, seconds: hour }, id)
    if (wait !== null) return tooMany(wait)
    const secret = newSecret()
    await sql`
      update webhook_endpoints set old_secret = secret,
        old_secret_until = ${now}::timestamptz + make_interval(hours => ${oldSecretHours}::int),
        secret = decode(${encryptSecret(secret, id, services.env)}::text, 'hex')
      where id = ${id}::uuid`
    return did({ answer: { id, address, secret } })
  },
  leadsTo: () => null,
})

const pause = command({
  ...ofEndpoint,
  run: async ({ params, sql, now }) => {
    const endpoint = await lockEndpoint(sql, params, now)
    if (isFailure(endpoint)) return endpoint
    await sql`
      update webhook_endpoints set state = 'paused', changed_at = ${now}::timestamptz
      where id = ${endpoint.id}::uuid and state = 'active'`
    return did()
  },
  done: { paused: 'The endpoint is paused. Changes wait until you switch it on' },
})

/** Its earlier failures no longer count. What an admin has disabled stays so. */
const resume = command({
  ...ofEndpoint,
  run: async ({ params, sql, now, services: { brand } }) => {
    const endpoint = await lockEndpoint(sql, params, now)
    if (isFailure(endpoint)) return endpoint
    const { id, host, state } = endpoint
    if (state === 'disabled' && (await countAtHost(sql, host)) >= maxAtHost)
      return failure('conflict', hostIsFull(brand))
    const [resumed] = await sql<{ id: string }[]>`
      with resumed as (
        update webhook_endpoints
        set state = 'active', disabled_by = null, changed_at = ${now}::timestamptz, failures = 0, failing_since = null,
          rests_until = null, due_at = greatest(${now}::timestamptz, claimed_until)
        where id = ${id}::uuid and state <> 'active' and disabled_by is distinct from 'admin' returning id
      ), woken as (
        update webhook_deliveries set begun_at = ${now}::timestamptz, next_at = ${now}::timestamptz
        where endpoint_id in (select id from resumed) and state = 'waiting'
      )
      select id from resumed`
    if (!resumed && state === 'disabled')
      return failure('conflict', 'Our staff have switched this endpoint off. Please write to us.')
    await addJob(sql.raw, 'send-webhooks', {}, { key: 'send-webhooks' })
    return did()
  },
  done: { resumed: 'The endpoint is on' },
})

const remove = command({
  ...ofEndpoint,
  schema: type({
    sure: type("'1'").configure({ sentence: 'Tick the box', missing: 'Tick the box to delete the endpoint' }),
  }),
  run: async ({ params, sql, now }) => {
    const endpoint = await lockEndpoint(sql, params, now)
    if (isFailure(endpoint)) return endpoint
    await sql`delete from webhook_endpoints where id = ${endpoint.id}::uuid`
    return did()
  },
  leadsTo: (_, { params }) => href('webhookEndpoints', { token: params.token! }, { deleted: true }),
})

const pageSize = 50

type DeliveryRow = {
  id: number
  position: number | null
  leaf: Uint8Array | null
  createdAt: string
  state: DeliveryState
  attempts: number
  attemptedAt: string | null
  httpStatus: number | null
  outcome: string | null
  milliseconds: number | null
  nextAt: string | null
}

export const webhookEndpoint = page('webhookEndpoint', {
  commands: { test, again, replay, rotate, pause, resume, delete: remove },
  load: async ({ params: { token, id }, query, sql, now, answers }) => {
    const email = isUuid(id) ? await findAddress(sql, token, now) : null
    const [endpoint] = email ? await loadEndpoints(sql, { email, id, now }) : []
    if (!endpoint) return { kind: 'unknown' as const }
    const page = readPageNumber(query.get('page'))
    const { limit, offset } = rowsOf(page, pageSize)
    const rows = await sql<DeliveryRow[]>`
      select d.id, d.position, l.leaf, d.created_at, d.state, d.attempts, d.attempted_at, d.http_status, d.outcome,
        d.milliseconds, d.next_at
      from webhook_deliveries as d left join register_leaves as l on l.position = d.position
      where d.endpoint_id = ${id}::uuid and d.created_at > ${now}::timestamptz - make_interval(days => ${logDays}::int)
      order by d.id desc limit ${limit}::int offset ${offset}::int`
    const deliveries = rows.slice(0, pageSize).map(({ leaf: bytes, ...row }) => {
      const leaf = bytes && readLeaf(bytes)
      const change = row.position === null ? null : (leaf?.change ?? 'changed')
      return { ...row, eventId: eventId(id, row), type: eventType(change), number: leaf?.number ?? null }
    })
    return {
      kind: 'known' as const,
      token,
      endpoint,
      deliveries,
      page,
      isLastPage: rows.length <= pageSize,
      secret: answers.rotate ?? null,
    }
  },
  status: ({ kind }) => (kind === 'unknown' ? 404 : null),
})

/**
 * Null for an address that cannot be posted to: a name and password in it would be refused at every delivery, and behind other low ports are
 * mail servers and the like, which nobody should reach through us.
 */
function readEndpointAddress(text: string, { permitsHttp }: { permitsHttp: boolean }): string | null {
  const url = URL.parse(text)
  if (!url?.hostname || url.username || url.password || url.hash) return null
  if (url.port !== '' && Number(url.port) < 1024) return null
  // The same server, which is counted under one name.
  url.hostname = url.hostname.replace(/\.+$/, '')
  return url.protocol === 'https:' || (permitsHttp && url.protocol === 'http:') ? url.href : null
}

function hostIsFull({ email }: Brand): string {
  return `This server has ${maxAtHost} endpoints already, which is the most. The limit keeps people from flooding a server that is not theirs. If it is yours, email ${email}.`
}

const { listings, event, verification, organiser, city } = pages
const followed = { listings, event, verification, organiser, city }

/**
 * A number of an entry, or the address of an entry, an organiser, a city or the register with any filters. Nothing is the whole register.
 * @returns the subject as it is stored; null for what names nothing.
 */
async function readFollow(sql: CamelSql, text: string): Promise<string | null> {
  const query = await queryOf(sql, text)
  const subject = query && readSubject(query)
  return subject && (await nameSubject(sql.raw, subject)) ? subjectQuery(subject) : null
}

async function queryOf(sql: CamelSql, text: string): Promise<URLSearchParams | null> {
  if (text === '') return new URLSearchParams()
  if (!/[/?]/.test(text)) return new URLSearchParams({ entry: text.toUpperCase() })
  const url = URL.parse(text, 'https://this.invalid')
  const found = url && pageAt(followed, url.pathname)
  if (!url || !found) return null
  const { page, params } = found
  if (page === 'listings') return url.searchParams
  if (page === 'verification') return new URLSearchParams({ entry: params.number! })
  if (page === 'organiser') return new URLSearchParams({ organiser: String(organiserId(params.organiser!)) })
  const slug = decodeURIComponent(params.city ?? params.slug!)
  if (page === 'city') {
    const [named] = await findCity(sql.raw, { slug })
    return named ? new URLSearchParams({ city: named.name }) : null
  }
  const [entry] = await sql<{ number: string }[]>`
    select number from register_entries where slug = ${slug}::text`
  return entry ? new URLSearchParams({ entry: entry.number }) : null
}
