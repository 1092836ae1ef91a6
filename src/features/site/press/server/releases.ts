import type { SqlRunner } from '#database/sql.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import type { Env } from '#env.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import type { SharedFile } from '#requests/file-route.ts'
import { type PressRelease, releases } from '../content.ts'
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
