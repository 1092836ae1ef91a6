import type { SqlRunner } from '#database/sql.ts'
import type { SuppressedAddress } from '#domain/bounces.ts'
import { normaliseMailAddress } from '#domain/mail-address.ts'

export async function findSuppressed(sql: SqlRunner, email: string): Promise<SuppressedAddress | null> {
  const [found = null] = await sql<SuppressedAddress[]>`
    select id, email, cause, reason, suppressed_at as since from suppressed_addresses
    where email = ${normaliseMailAddress(email)}::text and lifted_at is null`
  return found
}
