import type { Services } from '#requests/services.ts'
import { deleteExpired } from './queries.ts'

/** The job that forgets unfinished applications whose time is over, with everything that was typed into them. */
export async function deleteExpiredDrafts(
  _payload: Record<string, never>,
  { sql, now, log }: Pick<Services, 'sql' | 'now' | 'log'>,
): Promise<void> {
  const gone = await deleteExpired(sql, { now: now().toISOString() })
  if (gone.length > 0) log.info('unfinished applications deleted', { count: gone.length })
}
