import type { SqlRunner } from '#database/sql.ts'
import { endKey } from './queries.ts'

/** The queue signs everything with a new key within a second; what a leaked key signed no longer verifies. Null without a key. */
export async function rotateKey(
  sql: SqlRunner,
  { reason, isLeaked, now }: { reason: string; isLeaked: boolean; now: Date },
): Promise<string | null> {
  const [ended] = await endKey(sql, { reason, isLeaked, now: now.toISOString() })
  return ended?.name ?? null
}
