import { addJob } from '#database/add-job.ts'
import type { CamelSql } from '#database/camel.ts'
import { takeRateLimit } from '#database/rate-limit.ts'
import { mailboxKey, maskEmail, normaliseMailAddress } from '#domain/mail-address.ts'
import { isToken, newToken, tokenHash } from '#mail/link-token.ts'
import { command, did } from '#page/command.ts'
import { notFound, page } from '#page/page.ts'
import { href } from '#pages.ts'
import { failure } from '#wire/failure.ts'
import { follow as words } from './content.ts'
import { cadenceForm, followForm, stopForm } from './form.ts'
import { alreadyFollowingMail, confirmationMail } from './mails.ts'
import { type Cadence, maxFollows, maxRequestsPerHour, requestDays } from './rules.ts'
import { nameStored, nameSubject, readSubject, subjectQuery } from './server/subject.ts'

const perAddress = { name: 'follow-address', points: maxRequestsPerHour, seconds: 3600 }

/** Nothing that a visitor sees tells whether the address follows anything, or has had enough emails. */
const request = command({
  permission: 'anyone',
  form: followForm,
  limit: { name: 'follow', points: 10, seconds: 600 },
  run: async ({ input, sql, now }) => {
    const read = readSubject(new URLSearchParams(input.of))
    if (!read || !(await nameSubject(sql.raw, read))) return failure('not-found', 'This is not in the register.')
    const [email, subject] = [normaliseMailAddress(input.email), subjectQuery(read)]
    if ((await takeRateLimit(sql.raw, perAddress, Bun.hash(mailboxKey(email)).toString(36))) !== null) return did()
    const [follower] = await sql<{ token: string }[]>`
      select f.token from followers as f join follows as w on w.follower_id = f.id
      where lower(f.email) = lower(${email}::text) and w.subject = ${subject}::text`
    if (follower) return did({ mails: [alreadyFollowingMail(email, follower.token)] })
    const token = newToken()
    await sql`
      insert into follow_requests (token_hash, email, subject, cadence, consent, created_at, expires_at)
      values (decode(${tokenHash(token)}::text, 'hex'), ${email}::text, ${subject}::text, ${input.cadence}::text,
        ${words.consent}::text, ${now}::timestamptz,
        ${now}::timestamptz + make_interval(hours => ${requestDays * 24}::int))`
    return did({ mails: [confirmationMail(email, token)] })
  },
  leadsTo: (_, { form }) => {
    const query = new URLSearchParams(form.of)
    query.set('asked', '1')
    return `${href('follow')}?${query}`
  },
})

export const follow = page('follow', {
  commands: { request },
  load: async ({ query, typed, sql }) => {
    const subject = readSubject(typed.of === undefined ? query : new URLSearchParams(typed.of))
    const named = subject && (await nameSubject(sql.raw, subject))
    if (!subject || !named) return notFound()
    return { subject: named, of: subjectQuery(subject), isRequested: query.get('asked') === '1' }
  },
})

const params = { token: isToken }

const confirm = command({
  permission: 'anyone',
  params,
  run: async ({ params, sql, now }) => {
    const hash = tokenHash(params.token)
    const [request] = await sql<{ email: string; subject: string; cadence: Cadence; consent: string }[]>`
      select email, subject, cadence, consent from follow_requests
      where token_hash = decode(${hash}::text, 'hex') and used_at is null and expires_at > ${now}::timestamptz
      for update`
    if (!request) return failure('not-found', 'This link cannot be used.')
    const { email, subject, cadence, consent } = request
    const [follower] = await sql<{ id: string; token: string }[]>`
      insert into followers as f (email, token, confirmed_at) values (${email}::text, ${newToken()}::text, ${now}::timestamptz)
      on conflict (lower(email)) do update set failures = 0
      returning id, token`
    const { id, token } = follower!
    const [added] = await sql<{ id: string }[]>`
      insert into follows (follower_id, subject, cadence, consent, begun_at)
      select ${id}::uuid, ${subject}::text, ${cadence}::text, ${consent}::text, ${now}::timestamptz
      where (select count(*) from follows where follower_id = ${id}::uuid and subject <> ${subject}::text) < ${maxFollows}::int
      on conflict (follower_id, subject) do update set cadence = excluded.cadence, consent = excluded.consent
      returning id`
    if (!added) return failure('conflict', `This email address follows ${maxFollows} things already.`)
    await sql`
      update follow_requests set email = null, used_at = ${now}::timestamptz, follower_id = ${id}::uuid
      where token_hash = decode(${hash}::text, 'hex')`
    return did({ answer: token })
  },
  leadsTo: (token) => href('following', { token }, { said: 'begun' }),
})

/** Looking confirms nothing, because mail scanners follow links; the button does. */
export const followConfirmation = page('followConfirmation', {
  commands: { confirm },
  load: async ({ params: { token }, sql, now, refused }) => {
    const [request] = await sql<{ subject: string; cadence: Cadence; expiresAt: string; token: string | null }[]>`
      select r.subject, r.cadence, r.expires_at, f.token
      from follow_requests as r left join followers as f on f.id = r.follower_id
      where r.token_hash = decode(${tokenHash(token)}::text, 'hex')`
    if (!request) return { kind: 'unknown' as const }
    if (request.token) return { kind: 'used' as const, following: href('following', { token: request.token }) }
    if (new Date(request.expiresAt) <= new Date(now)) return { kind: 'expired' as const }
    return {
      kind: 'usable' as const,
      token,
      subject: await nameStored(sql.raw, request.subject),
      cadence: request.cadence,
      isFull: refused?.failure === 'conflict',
    }
  },
  status: ({ kind }) => ({ unknown: 404, expired: 410, used: null, usable: null })[kind],
})

/** In the order in which it was begun. Most of the email address is left out. */
async function loadFollowing(sql: CamelSql, token: string) {
  const rows = isToken(token)
    ? await sql<{ email: string; id: string; subject: string; cadence: Cadence }[]>`
        select f.email, w.id, w.subject, w.cadence
        from followers as f join follows as w on w.follower_id = f.id
        where f.token = ${token}::text
        order by w.begun_at, w.id`
    : []
  const follows = await Promise.all(
    rows.map(async ({ id, subject, cadence }) => ({ id, cadence, subject: await nameStored(sql.raw, subject) })),
  )
  return { token, to: maskEmail(rows[0]?.email ?? ''), follows }
}

/** Null where nothing is followed any more and the page says so at once. */
async function listAddress(sql: CamelSql, token: string): Promise<string | null> {
  const [left] = await sql<{ id: string }[]>`
    select w.id from follows as w join followers as f on f.id = w.follower_id where f.token = ${token}::text limit 1`
  return left ? href('following', { token }, { said: 'changed' }) : null
}

const change = command({
  permission: 'anyone',
  params,
  form: cadenceForm,
  run: async ({ params: { token }, input: { id, cadence }, sql }) => {
    await sql`
      update follows as w set cadence = ${cadence}::text from followers as f
      where f.id = w.follower_id and f.token = ${token}::text and w.id = ${id}::uuid`
    // What has waited for Monday is emailed now.
    if (cadence === 'at-once') await addJob(sql.raw, 'tell-followers', {}, { key: 'tell-followers' })
    return did({ answer: await listAddress(sql, token) })
  },
  leadsTo: (address) => address,
})

/**
 * With the last one the address is deleted. The follower is locked, so that of the last two that end at once the second deletes it, and one
 * that is confirmed at this moment is not lost.
 */
const stop = command({
  permission: 'anyone',
  params,
  form: stopForm,
  run: async ({ params: { token }, input: { id }, sql }) => {
    const [follower] = await sql<{ id: string }[]>`select id from followers where token = ${token}::text for update`
    if (follower) {
      await sql`delete from follows where follower_id = ${follower.id}::uuid and id = ${id}::uuid`
      await sql`
        delete from followers where id = ${follower.id}::uuid and not exists (
          select from follows where follower_id = ${follower.id}::uuid)`
    }
    return did({ answer: await listAddress(sql, token) })
  },
  leadsTo: (address) => address,
})

/** Looking stops nothing, because mail scanners follow links; the buttons do. */
export const following = page('following', {
  commands: { change, stop },
  load: async ({ params: { token }, query, sql, answers }) => {
    const isOver = 'change' in answers || 'stop' in answers
    const said = isOver
      ? ('stopped' as const)
      : (['begun', 'changed'] as const).find((known) => known === query.get('said'))
    return { ...(await loadFollowing(sql, token)), said: said ?? null }
  },
  status: ({ follows, said }) => (follows.length > 0 || said === 'stopped' ? null : 404),
})

/**
 * The button and the mail program's one click (RFC 8058) both end here. The RFC demands an answer without a redirect; a second time is
 * answered in the same way.
 */
const stopAll = command({
  permission: 'anyone',
  params: { token: () => true },
  run: async ({ params: { token }, sql }) => {
    if (isToken(token)) await sql`delete from followers where token = ${token}::text`
    return did()
  },
  leadsTo: () => null,
})

export const followStop = page('followStop', {
  commands: { stopAll },
  load: async ({ params: { token }, sql, answers }) => ({
    ...(await loadFollowing(sql, token)),
    said: 'stopAll' in answers ? ('stopped' as const) : null,
  }),
  status: ({ follows, said }) => (follows.length > 0 || said === 'stopped' ? null : 404),
  oneClick: true,
})
