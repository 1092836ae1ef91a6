import type { SqlRunner } from '#database/sql.ts'
import { endKey } from './queries.ts'

/**
 * Ends the key that signs credentials. The queue's process makes the next one within a second and signs everything with it.
 *
 * @param isLeaked somebody else may have the private half: nothing that it signed verifies any more.
 * @returns the name of the key that ended; null where there is none yet.
 */
export async function rotateKey(
  sql: SqlRunner,
  { reason, isLeaked, now }: { reason: string; isLeaked: boolean; now: Date },
): Promise<string | null> {
  const [ended] = await endKey(sql, { reason, isLeaked, now: now.toISOString() })
  return ended?.name ?? null
}
