import type { SqlRunner } from '#database/sql.ts'
import type { SuppressedAddress } from '#domain/bounces.ts'
import { normaliseMailAddress } from '#domain/mail-address.ts'
import { findSuppression, type SuppressionRow } from './queries.ts'

/** Since when and why an address gets no mail; null where it does. */
export async function findSuppressed(sql: SqlRunner, email: string): Promise<SuppressedAddress | null> {
  const [row] = await findSuppression(sql, { email: normaliseMailAddress(email) })
  return row ? suppressedAddress(row) : null
}

/** A row as the pages show it. */
export function suppressedAddress({
  id,
  email,
  cause,
  reason,
  suppressed_at: since,
}: SuppressionRow): SuppressedAddress {
  return { id, email, cause, reason, since }
}
