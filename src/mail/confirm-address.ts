import { addJob } from '#database/add-job.ts'
import type { SqlRunner, Transaction } from '#database/sql.ts'
import { normaliseMailAddress } from '#domain/mail-address.ts'

/** Other spellings than case are other addresses. A transaction that waits for the confirmation calls `waitForAddress`. */
export async function isAddressConfirmed(sql: SqlRunner, email: string): Promise<boolean> {
  const found = await sql<{ id: string }[]>`
    select id from confirmed_addresses where email = ${normaliseMailAddress(email)}::text`
  return found.length > 0
}

/** Locks the address until the transaction ends, so that a simultaneous confirmation is either seen here or finds what was stored. */
export async function waitForAddress(transaction: Transaction, email: string): Promise<boolean> {
  await lockAddress(transaction, normaliseMailAddress(email))
  return await isAddressConfirmed(transaction, email)
}

/** For the address that a used link was mailed to only. What waits for it happens after the commit (`addressConfirmed`); again, it changes nothing. */
export async function confirmAddress(transaction: Transaction, email: string, now: Date): Promise<void> {
  const address = normaliseMailAddress(email)
  await lockAddress(transaction, address)
  const [confirmed] = await transaction<{ id: string }[]>`
    insert into confirmed_addresses as c (email, confirmed_at) values (${address}::text, ${now.toISOString()}::timestamptz)
    on conflict (email) do update set confirmed_at = c.confirmed_at
    returning id`
  await addJob(transaction, 'address-confirmed', { addressId: confirmed!.id }, { key: `address:${confirmed!.id}` })
}

const lockAddress = (sql: SqlRunner, email: string) => sql<Record<string, never>[]>`
  select pg_advisory_xact_lock(hashtextextended('address ' || ${email}::text, 0))`
