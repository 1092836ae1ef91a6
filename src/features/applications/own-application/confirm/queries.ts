import type { CamelSql } from '#database/camel.ts'
import type { Instant } from '#domain/formats.ts'
import { confirmationDue, confirmedUntil } from '#domain/listing-term.ts'

/** The term whose facts are to be confirmed now. `isStopped`: its renewal, because nobody had confirmed. */
type OpenConfirmation = { coversUntil: Instant; dueAt: Instant; isStopped: boolean }

export async function findConfirmation(
  sql: CamelSql,
  applicationId: string,
  { on, isStopped }: { on: Instant; isStopped: boolean },
  now: Date,
): Promise<OpenConfirmation | null> {
  const [row] = await sql<
    { coversUntil: Instant; dueAt: Instant; confirmedAt: Instant | null; stoppedAt: Instant | null }[]
  >`
    select covers_until, due_at, confirmed_at, stopped_at from renewal_confirmations
    where application_id = ${applicationId}::uuid and (covers_until = ${on}::timestamptz or confirmed_at is null)
    order by confirmed_at is null desc, covers_until desc
    limit 1`
  if (!row)
    return isStopped || on > confirmedUntil(now)
      ? null
      : { coversUntil: on, dueAt: confirmationDue(on, now), isStopped: false }
  if (row.confirmedAt) return null
  return { coversUntil: row.coversUntil, dueAt: row.dueAt, isStopped: isStopped && row.stoppedAt !== null }
}
