import type { Sql } from '../../database/sql.ts'
import type { Services } from '../../services.ts'
import { lapseExpiredEntries } from './queries.ts'

const reason = 'The accreditation ran out and was not renewed.'
const batch = 500

/**
 * Lapses every entry whose validity has run out, with its history. Replicas may run it at once: each entry is taken by one.
 *
 * @returns how many lapsed.
 */
export async function lapseExpired(sql: Sql, now: Date): Promise<number> {
  let lapsed = 0
  for (;;) {
    const rows = await lapseExpiredEntries(sql, now.toISOString(), reason)
    lapsed += rows.length
    if (rows.length < batch) return lapsed
  }
}

/** The same as a job by the clock. */
export async function lapseExpiredJob(
  _: Record<string, never>,
  { sql, now }: Pick<Services, 'sql' | 'now'>,
): Promise<void> {
  await lapseExpired(sql, now())
}
