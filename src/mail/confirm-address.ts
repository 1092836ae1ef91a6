import { addJob } from '#database/add-job.ts'
import type { SqlRunner, Transaction } from '#database/sql.ts'
import { normaliseMailAddress } from '#domain/mail-address.ts'
import { addConfirmedAddress, findConfirmed, lockAddress } from './queries.ts'

/**
 * Whether somebody who reads this address's mail has said so, by a button behind a link that was mailed there. Another spelling with
 * small or large letters is the same address; everything else (a plus tag, Gmail's dots) is another.
 *
 * Inside a transaction whose outcome waits for the confirmation, call `waitForAddress` instead.
 */
export async function isAddressConfirmed(sql: SqlRunner, email: string): Promise<boolean> {
  return (await findConfirmed(sql, { email: normaliseMailAddress(email) })).length > 0
}

/**
 * The same, for a transaction that stores something which waits until its address is confirmed: the address is held until the
 * transaction ends, so that a confirmation which comes at the same moment either is seen here, or finds what was stored.
 */
export async function waitForAddress(transaction: Transaction, email: string): Promise<boolean> {
  await lockAddress(transaction, { email: normaliseMailAddress(email) })
  return await isAddressConfirmed(transaction, email)
}

/**
 * Notes that an address is confirmed, and has whatever waits for it done after the commit (`src/jobs/address-confirmed.ts`). For the
 * address that a used link was mailed to and for no other. Confirmed again, it changes nothing.
 */
export async function confirmAddress(transaction: Transaction, email: string, now: Date): Promise<void> {
  const address = normaliseMailAddress(email)
  await lockAddress(transaction, { email: address })
  const [confirmed] = await addConfirmedAddress(transaction, { email: address, now: now.toISOString() })
  await addJob(transaction, 'address-confirmed', { addressId: confirmed!.id }, { key: `address:${confirmed!.id}` })
}
