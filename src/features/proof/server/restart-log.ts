import type { Transaction } from '#database/sql.ts'

/** For a database that cannot be brought back to what was signed. The next log has its own key. Null without a log. */
export async function restartLog(
  tx: Transaction,
  { reason, now }: { reason: string; now: Date },
): Promise<string | null> {
  const [ended] = await tx<{ name: string }[]>`
    update signing_keys set ended_at = ${now.toISOString()}::timestamptz, end_reason = ${reason}::text
    where purpose = 'log' and ended_at is null returning name`
  if (!ended) return null
  // The one exception: nothing else in the product changes a number that was given.
  await tx`alter table register_leaves disable trigger register_leaves_unchanged`
  await tx`
    with tiles as (delete from log_tiles), changes as (delete from log_changes), totals as (delete from log_totals)
    update register_leaves set position = null where position is not null`
  await tx`alter table register_leaves enable trigger register_leaves_unchanged`
  return ended.name
}
