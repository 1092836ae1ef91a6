import type { SqlRunner, Transaction } from '#database/sql.ts'

/** For a database that cannot be brought back to what was signed. The next log has its own name and key. Null without a log. */
export async function restartLog(
  tx: Transaction,
  { reason, now }: { reason: string; now: Date },
): Promise<string | null> {
  const [ended] = await endLogKey(tx, { reason, now: now.toISOString() })
  if (!ended) return null
  // The one exception: nothing else in the product changes a number that was given.
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
