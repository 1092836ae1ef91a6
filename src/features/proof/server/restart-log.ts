import type { SqlRunner, Transaction } from '#database/sql.ts'

/**
 * Ends the present log, publicly and with a reason, and lets a new one begin with everything that the database holds: for when the database
 * cannot be brought back to what was signed. The new log has a name and a key of its own.
 *
 * @returns the name of the log that ended; null where none has begun.
 */
export async function restartLog(
  tx: Transaction,
  { reason, now }: { reason: string; now: Date },
): Promise<string | null> {
  const [ended] = await endLogKey(tx, { reason, now: now.toISOString() })
  if (!ended) return null
  // Numbers that were given are never changed by the product: this is the one exception.
  await tx`alter table register_leaves disable trigger register_leaves_unchanged`
  await forgetNumbers(tx)
  await tx`alter table register_leaves enable trigger register_leaves_unchanged`
  return ended.name
}

const endLogKey = (sql: SqlRunner, { reason, now }: { reason: string; now: string }) => sql<{ name: string }[]>`
  update signing_keys set ended_at = ${now}::timestamptz, end_reason = ${reason}::text
  where purpose = 'log' and ended_at is null returning name`

const forgetNumbers = (sql: SqlRunner) => sql<Record<string, never>[]>`
  with tiles as (delete from log_tiles) update register_leaves set position = null where position is not null`
