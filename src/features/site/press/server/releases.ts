import { camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import type { Env } from '#env.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { SharedFile } from '#requests/file-route.ts'
import type { Services } from '#requests/services.ts'
import { type PressRelease, releases } from '../content.ts'
import { releaseMail, type Subscription } from '../mails.ts'
import awardsSubmissions from '../releases/awards-submissions.txt' with { type: 'text' }
import nationalEventsDatabase from '../releases/national-events-database.txt' with { type: 'text' }
import registerHistory from '../releases/register-history.txt' with { type: 'text' }

/** As journalists download it, by its id. */
export const releaseTexts: Record<string, string> = {
  'national-events-database': nationalEventsDatabase,
  'register-history': registerHistory,
  'awards-submissions': awardsSubmissions,
}

type ReleaseServices = { sql: SqlRunner; env: Pick<Env, 'mode'>; now: () => Date }

/** Those that are claimed and published by now, in the order of their claims. */
export async function listReleases(services: ReleaseServices): Promise<(PressRelease & { isSample?: true })[]> {
  const claims = (await readClaims(services, ['press-releases']))['press-releases']
  const today = londonDay(services.now())
  return claims.flatMap(({ value, isSample }) => {
    const release = releases.find(({ id, publishedAt }) => id === value && publishedAt <= today)
    return release ? [{ ...release, ...(isSample ? { isSample } : {}) }] : []
  })
}

/** Null where there is no release at the path, or none that is claimed. */
export async function loadReleaseFile(path: string, services: ReleaseServices): Promise<SharedFile | null> {
  const release = (await listReleases(services)).find(({ downloadUrl }) => downloadUrl === path)
  const text = release && releaseTexts[release.id]
  return text ? { contentType: 'text/plain; charset=utf-8', text, tags: [pageTags.contentFlags] } : null
}

const day = 24 * 60 * 60 * 1000
/** Days: long enough for a site that was down, too short for old news. */
const freshDays = 14
const atOnce = 100

/** Running it again emails nothing twice. */
export async function sendReleases(
  _: Record<string, never>,
  services: Services,
  stopping?: AbortSignal,
): Promise<void> {
  await mailReleases(await listReleases(services), services, stopping)
}

export async function mailReleases(
  releases: readonly PressRelease[],
  services: Pick<Services, 'sql' | 'brand' | 'env' | 'now'>,
  stopping?: AbortSignal,
): Promise<void> {
  const now = services.now()
  const today = londonDay(now)
  const oldest = londonDay(new Date(now.getTime() - freshDays * day))
  for (const release of releases) {
    if (release.publishedAt > today || release.publishedAt < oldest) continue
    do stopping?.throwIfAborted()
    while ((await mailSome(release, now, services)) === atOnce)
  }
}

async function mailSome(
  release: PressRelease,
  now: Date,
  services: Pick<Services, 'sql' | 'brand' | 'env'>,
): Promise<number> {
  return await services.sql.begin(async (transaction) => {
    // Anybody who confirmed after that day has read it on the page.
    const subscriptions = await camel(transaction)<Subscription[]>`
      with claimed as (
        insert into press_deliveries (release_id, subscription_id, mailed_at)
        select ${release.id}::text, s.id, ${now.toISOString()}::timestamptz
        from press_subscriptions as s
        where s.ended_at is null and (s.confirmed_at at time zone 'Europe/London')::date <= ${release.publishedAt}::date
          and not exists (
            select from press_deliveries as d where d.release_id = ${release.id}::text and d.subscription_id = s.id)
        order by s.id
        limit ${atOnce}::int
        on conflict do nothing
        returning subscription_id
      )
      select s.id, s.email, s.unsubscribe_token
      from claimed join press_subscriptions as s on s.id = claimed.subscription_id`
    for (const subscription of subscriptions) await queueMail(transaction, releaseMail(release, subscription), services)
    return subscriptions.length
  })
}

/** Requests that were not confirmed in time lose their address a day later; all are deleted after ninety days. */
export async function forgetPressRequests(
  _: Record<string, never>,
  { sql, now }: Pick<Services, 'sql' | 'now'>,
): Promise<void> {
  const at = now().toISOString()
  await sql`
    with gone as (
      delete from press_requests where expires_at < ${at}::timestamptz - interval '90 days'
    )
    update press_requests set email = null
    where email is not null and expires_at < ${at}::timestamptz - interval '1 day'
      and expires_at >= ${at}::timestamptz - interval '90 days'`
}
