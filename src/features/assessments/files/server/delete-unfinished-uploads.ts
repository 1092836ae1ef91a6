import type { Services } from '#requests/services.ts'
import { fileLimits } from '../rules.ts'
import { dropAbandoned } from './queries.ts'

/** Deletes the uploads that were begun too long ago and never finished, with the pieces that have arrived of them. */
export async function deleteUnfinishedUploads(
  _: Record<string, never>,
  { sql, now }: Pick<Services, 'sql' | 'now'>,
): Promise<void> {
  const before = new Date(now().getTime() - fileLimits.unfinishedHours * 3_600_000).toISOString()
  await dropAbandoned(sql, { before })
}
