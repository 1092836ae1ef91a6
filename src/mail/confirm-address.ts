import { addJob } from '#database/add-job.ts'
import type { SqlRunner, Transaction } from '#database/sql.ts'
import { normaliseMailAddress } from '#domain/mail-address.ts'
import { addConfirmedAddress, findConfirmed, lockAddress } from './queries.ts'

/** Other spellings than case are other addresses. A transaction that waits for the confirmation calls `waitForAddress`. */
export async function isAddressConfirmed(sql: SqlRunner, email: string): Promise<boolean> {
  return (await findConfirmed(sql, { email: normaliseMailAddress(email) })).length > 0
}

/** Locks the address until the transaction ends, so that a simultaneous confirmation is either seen here or finds what was stored. */
export async function waitForAddress(transaction: Transaction, email: string): Promise<boolean> {
  await lockAddress(transaction, { email: normaliseMailAddress(email) })
  return await isAddressConfirmed(transaction, email)
}

/** For the address that a used link was mailed to only. What waits for it happens after the commit (`addressConfirmed`); again, it changes nothing. */
export async function confirmAddress(transaction: Transaction, email: string, now: Date): Promise<void> {
  const address = normaliseMailAddress(email)
  await lockAddress(transaction, { email: address })
  const [confirmed] = await addConfirmedAddress(transaction, { email: address, now: now.toISOString() })
  await addJob(transaction, 'address-confirmed', { addressId: confirmed!.id }, { key: `address:${confirmed!.id}` })
}
