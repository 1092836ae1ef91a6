import { londonDay } from '#domain/london-time.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import type { PressRelease } from '../content.ts'
import { releaseMail } from './press-mails.ts'
import { claimDeliveries, forgetRequests } from './queries.ts'
import { listReleases } from './releases.ts'

const day = 24 * 60 * 60 * 1000
/** How long after its day a release still goes out: long enough for a site that was down, too short for old news. */
const freshDays = 14
/** Mails that are written in one transaction. */
const atOnce = 100

/** Mails each release of the last days to every subscriber who has not had it. Running it again mails nothing twice. */
export async function sendReleases(
  _: Record<string, never>,
  services: Services,
  stopping?: AbortSignal,
): Promise<void> {
  await mailReleases(await listReleases(services), services, stopping)
}

/** As `sendReleases`, for these releases. */
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
    const subscriptions = await claimDeliveries(transaction, {
      releaseId: release.id,
      publishedAt: release.publishedAt,
      now: now.toISOString(),
      most: atOnce,
    })
    for (const subscription of subscriptions) await queueMail(transaction, releaseMail(release, subscription), services)
    return subscriptions.length
  })
}

/** Forgets addresses whose request nobody confirmed. */
export async function forgetPressRequests(
  _: Record<string, never>,
  { sql, now }: Pick<Services, 'sql' | 'now'>,
): Promise<void> {
  await forgetRequests(sql, { now: now().toISOString() })
}
