import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import type { CamelSql } from '#database/camel.ts'
import { lockKeys } from '#database/lock-keys.ts'
import { dayAfter } from '#domain/calendar-day.ts'
import type { Day, Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { isToken, newToken, tokenHash } from '#mail/link-token.ts'
import { mail } from '#mail/mail.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { command, did } from '#page/command.ts'
import { page } from '#page/page.ts'
import { href } from '#pages.ts'
import { failure } from '#wire/failure.ts'
import { readList } from '#wire/list-pages.ts'
import { chartDays, maxKeys } from '../limits.ts'
import { keyHash, newKey } from '../server/within-limit.ts'
import { keyForm } from './form.ts'

/** The key itself is in no email. */
const askForKey = command({
  permission: 'anyone',
  form: keyForm,
  limit: { name: 'api-key', points: 5, seconds: 3600 },
  run: async ({ input: { name, email }, sql, now, services }) => {
    // Of two that ask at once for the last key, one gets it.
    await lockKeys(sql.raw, { keys: [`api keys ${email.toLowerCase()}`] })
    const [held] = await sql<{ inUse: number }[]>`
      select count(*)::int as in_use from api_keys where lower(email) = lower(${email}::text) and revoked_at is null`
    if (held!.inUse >= maxKeys) {
      const message = `This email address has ${maxKeys} keys. Revoke one with the link that we emailed with it, then ask again.`
      return failure('conflict', message, { fields: [{ field: 'email', message }] })
    }
    const key = newKey()
    const token = newToken()
    const ending = key.slice(-4)
    // A key whose holder got no link could not be revoked.
    if (!(await queueMail(sql.raw, keyMail(email, { ending, token }), services))) {
      const message = 'We have sent this email address as many emails today as we may. Ask again tomorrow.'
      return failure('too-many', message, { fields: [{ field: 'email', message }] })
    }
    await sql`
      insert into api_keys (key_hash, link_hash, ending, name, email, created_at)
      values (${keyHash(key)}::text, ${tokenHash(token)}::text, ${ending}::text, ${name}::text, ${email}::text,
        ${now}::timestamptz)`
    return did({ answer: { key } })
  },
  leadsTo: () => null,
})

/** The answer to its form shows the new key once: it has no address that could be opened again. */
export const developers = page('developers', {
  tags: [pageTags.fixed],
  commands: { ask: askForKey },
  load: async ({ answers, services: { env } }) => ({
    key: answers.ask?.key ?? null,
    site: env.publicUrl,
  }),
})

type KeyRow = { id: string; ending: string; name: string; createdAt: Instant; revokedAt: Instant | null }

const findKeyByLink = (sql: CamelSql, { token }: { token: string }) => sql<KeyRow[]>`
  select id, ending, name, created_at, revoked_at from api_keys where link_hash = ${tokenHash(token)}::text`

const revokeKey = (sql: CamelSql, { id, by, now }: { id: string; by: 'holder' | 'admin'; now: string }) => sql<
  { ending: string }[]
>`
  update api_keys set revoked_at = ${now}::timestamptz, revoked_by = ${by}::text
  where id = ${id}::uuid and revoked_at is null returning ending`

const revokeOwn = command({
  permission: 'anyone',
  params: { token: isToken },
  run: async ({ params, sql, now }) => {
    const [key] = await findKeyByLink(sql, params)
    if (!key) return failure('not-found', 'There is no key at this link.')
    await revokeKey(sql, { id: key.id, by: 'holder', now })
    return did()
  },
  leadsTo: () => null,
})

/** Looking changes nothing, because mail scanners follow links; the button revokes. */
export const apiKey = page('apiKey', {
  commands: { revoke: revokeOwn },
  load: async ({ params: { token }, sql, now }) => {
    const [found] = isToken(token) ? await findKeyByLink(sql, { token }) : []
    if (!found) return { kind: 'unknown' as const }
    const { id, ...key } = found
    const today = londonDay(new Date(now))
    const days = await sql<{ day: Day; changes: number; checks: number }[]>`
      select shown::date as day, coalesce(sum(calls) filter (where call = 'changes'), 0)::int as changes,
        coalesce(sum(calls) filter (where call = 'check'), 0)::int as checks
      from generate_series(${dayAfter(today, 1 - chartDays)}::date, ${today}::date, interval '1 day') as shown
      left join api_key_uses as u on u.key_id = ${id}::uuid and u.day = shown::date
      group by 1 order by 1 desc`
    return { kind: 'found' as const, ...key, token, days }
  },
  status: ({ kind }) => (kind === 'found' ? 200 : 404),
})

const revoke = command({
  permission: 'register',
  schema: type({ key: 'string = ""' }),
  run: async ({ input: { key: id }, sql, now }) => {
    if (!isUuid(id)) return failure('not-found', 'There is no such key.')
    const revoked = await revokeKey(sql, { id, by: 'admin', now })
    return did(revoked.length > 0 && { audit: { subject: { kind: 'api-key', id }, action: 'revoked' } })
  },
  done: {
    revoked: { tone: 'success', title: 'The key is revoked', text: 'No call is answered with it any more.' },
  },
  leadsTo: (_, { query }) => adminHref('adminApiKeys', { all: query.get('all') === '1', done: 'revoked' }),
})

type ListedKey = KeyRow & {
  email: string
  revokedBy: 'holder' | 'admin' | null
  lastUsed: Day | null
  changes: number
  checks: number
}

export const adminApiKeys = page('adminApiKeys', {
  commands: { revoke },
  load: async ({ query, sql, now }) => {
    const inUse = query.get('all') !== '1'
    const since = dayAfter(londonDay(new Date(now)), 1 - chartDays)
    const isListed = inUse ? sql`where k.revoked_at is null` : sql``
    const { rows: keys, pages } = await readList({
      query,
      rows: ({ limit, offset }) => sql<ListedKey[]>`
        select k.id, k.ending, k.name, k.email, k.created_at, k.revoked_at, k.revoked_by, last_used, changes, checks
        from api_keys as k, lateral (
          select max(day) as last_used, coalesce(sum(calls) filter (where call = 'changes' and day >= ${since}::date), 0)::int as changes,
            coalesce(sum(calls) filter (where call = 'check' and day >= ${since}::date), 0)::int as checks
          from api_key_uses where key_id = k.id
        ) as uses
        ${isListed}
        order by k.id desc limit ${limit}::int offset ${offset}::int`,
      count: (limit) => sql<{ count: number }[]>`
        select count(*)::int as count from (select from api_keys as k ${isListed} limit ${limit}::int) as found`,
      hrefOf: (number) => adminHref('adminApiKeys', { all: !inUse, page: number }),
    })
    return { keys, inUse, pages }
  },
})

/** Nobody has proved the address, so nothing typed is in it. */
const keyMail = (email: string, { ending, token }: { ending: string; token: string }) =>
  mail('api-key', { causedBy: 'visitor', to: { name: '', email }, subject: 'Your API key' })`
    Someone, probably you, asked us for an API key with this email address. The key ends in ${ending}. We showed it once and cannot show it again.

    Use this link to see how often the key is used, or to revoke it. Keep this email.

    [See or revoke the key](${href('apiKey', { token })})

    If you did not ask for a key, use the link to revoke it.`
