import { type } from 'arktype'
import { takeRateLimit } from '#database/rate-limit.ts'
import { dayAfter } from '#domain/calendar-day.ts'
import { londonDay } from '#domain/london-time.ts'
import { mailboxKey } from '#domain/mail-address.ts'
import { pageTags } from '#domain/page-tags.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { isToken, newToken, tokenHash } from '#mail/link-token.ts'
import { command, did } from '#page/command.ts'
import { notFound, page } from '#page/page.ts'
import { href } from '#pages.ts'
import { failure } from '#wire/failure.ts'
import { asked, consent, requestDays, subscriptionForm } from './content.ts'
import { confirmationMail, type Subscription, stillSubscribedMail, welcomeMail } from './mails.ts'
import { listReleases, releaseTexts } from './server/releases.ts'

/** For one address. */
const perAddress = { name: 'press-subscription-address', points: 3, seconds: 3600 }
const day = 24 * 60 * 60 * 1000

/** Nothing that a caller sees tells whether the address is subscribed, or has had enough emails. */
export const subscribeToPress = command({
  permission: 'anyone',
  form: subscriptionForm,
  api: {
    summary: 'Ask for press releases by email',
    description:
      'Emails a link that confirms the subscription. The answer is the same whether or not the address is subscribed.',
    answers: { 200: type({ success: 'true', message: 'string' }) },
    failures: {},
  },
  limit: {
    name: 'press-subscription',
    points: 5,
    seconds: 600,
    when: 'Five requests in ten minutes have come from this address.',
  },
  run: async ({ input: { email }, sql, now }) => {
    const answer = { success: true, message: asked }
    if ((await takeRateLimit(sql.raw, perAddress, Bun.hash(mailboxKey(email)).toString(36))) !== null)
      return did({ answer })
    const [subscription] = await sql<Subscription[]>`
      select id, email, unsubscribe_token from press_subscriptions where lower(email) = lower(${email}::text)`
    if (subscription) return did({ answer, mails: [stillSubscribedMail(subscription)] })
    const token = newToken()
    const expiresAt = new Date(Date.parse(now) + requestDays * day).toISOString()
    await sql`
      insert into press_requests (token_hash, email, consent, created_at, expires_at)
      values (decode(${tokenHash(token)}::text, 'hex'), ${email}::text, ${consent}::text,
        ${now}::timestamptz, ${expiresAt}::timestamptz)`
    return did({ answer, mails: [confirmationMail(email, token)] })
  },
  leadsTo: () => `${href('press', { asked: true })}#subscribe`,
})

export const press = page('press', {
  tags: [pageTags.contentFlags],
  commands: { subscribe: subscribeToPress },
  load: async ({ query, services }) => {
    const [releases, claims] = await Promise.all([listReleases(services), readClaims(services, ['press-quotes'])])
    return {
      releases,
      quotes: claims['press-quotes'],
      isAsked: query.get('asked') === '1',
    }
  },
})

const newsDays = 365

/** Made of the file that journalists download, so that both say the same. */
export const pressRelease = page('pressRelease', {
  tags: [pageTags.contentFlags],
  load: async ({ params, services }) => {
    const release = (await listReleases(services)).find(({ id }) => id === params.id)
    const file = release && releaseTexts[release.id]
    if (!file) return notFound()
    // The first two are its head with the day and its title; 'ENDS' is the last.
    const paragraphs = file
      .trim()
      .split(/\n\s*\n/)
      .slice(2, -1)
      .map((paragraph) => paragraph.replaceAll('\n', ' '))
    const isArchived = dayAfter(release.publishedAt, newsDays) < londonDay(services.now())
    return { release, paragraphs, isArchived }
  },
})

const confirm = command({
  permission: 'anyone',
  params: { token: isToken },
  run: async ({ params: { token }, sql, now }) => {
    const hash = tokenHash(token)
    const newUnsubscribeToken = newToken()
    const [subscription] = await sql<(Subscription & { isNew: boolean })[]>`
      with asked as (
        select token_hash, email, consent from press_requests
        where token_hash = decode(${hash}::text, 'hex') and used_at is null and expires_at > ${now}::timestamptz
        for update
      ),
      begun as (
        insert into press_subscriptions as s (email, unsubscribe_token, consent, confirmed_at)
        select email, ${newUnsubscribeToken}::text, consent, ${now}::timestamptz from asked
        on conflict (lower(email)) do update set consent = excluded.consent
        returning id, email, unsubscribe_token, unsubscribe_token = ${newUnsubscribeToken}::text as is_new
      ),
      spent as (
        update press_requests as r set used_at = ${now}::timestamptz, subscription_id = begun.id, email = null
        from begun
        where r.token_hash = decode(${hash}::text, 'hex')
      )
      select id, email, unsubscribe_token, is_new from begun`
    if (!subscription) return failure('not-found', 'This link cannot be used.')
    return did({ mails: [subscription.isNew && welcomeMail(subscription)] })
  },
})

/** Looking confirms nothing, because mail scanners follow links; the button does. */
export const pressConfirmation = page('pressConfirmation', {
  commands: { confirm },
  load: async ({ params, sql, now }) => {
    const hash = tokenHash(params.token)
    const [request] = hash
      ? await sql<{ kind: 'used' | 'subscribed' | 'expired' | 'usable' }[]>`
          select case
              when r.used_at is not null and s.ended_at is not null then 'used'
              when r.used_at is not null then 'subscribed'
              when r.expires_at <= ${now}::timestamptz then 'expired'
              else 'usable' end as kind
          from press_requests as r
          left join press_subscriptions as s on s.id = r.subscription_id
          where r.token_hash = decode(${hash}::text, 'hex')`
      : []
    return { kind: request?.kind ?? ('unknown' as const) }
  },
  status: ({ kind }) => ({ unknown: 404, used: 410, expired: 410, subscribed: 200, usable: 200 })[kind],
})

/**
 * The page's button and the mail program's one click (RFC 8058) both end here. The RFC demands an answer without a redirect; a second time
 * is answered in the same way. The address is deleted.
 */
const unsubscribe = command({
  permission: 'anyone',
  params: { token: isToken },
  run: async ({ params: { token }, sql, now }) => {
    await sql`
      update press_subscriptions set email = null, ended_at = ${now}::timestamptz
      where unsubscribe_token = ${token}::text and ended_at is null`
    return did()
  },
  leadsTo: () => null,
})

/** Looking ends nothing, because mail scanners follow links; the button does. */
export const pressUnsubscribe = page('pressUnsubscribe', {
  commands: { unsubscribe },
  oneClick: true,
  load: async ({ params, sql }) => {
    const [found] = isToken(params.token)
      ? await sql<{ kind: 'ended' | 'subscribed' }[]>`
          select case when ended_at is null then 'subscribed' else 'ended' end as kind
          from press_subscriptions where unsubscribe_token = ${params.token}::text`
      : []
    return { kind: found?.kind ?? ('unknown' as const) }
  },
  status: ({ kind }) => (kind === 'unknown' ? 404 : 200),
})
