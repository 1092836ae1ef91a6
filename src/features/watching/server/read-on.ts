import type { Sql, Transaction } from '#database/sql.ts'
import { findNumbered } from '#features/proof/server/queries.ts'
import { type Change, listChanges } from './changes.ts'

const batch = 500

type TakeChanges = (transaction: Transaction, changes: Change[], end: number) => Promise<void>

/**
 * Lets a reader of the public log read on, up to `batch` positions at a time. What it writes and how far it has come are one transaction, and
 * its row is locked: of two workers the second goes on where the first has ended, and one that is killed has done nothing.
 * @param take gets the changes, and the position after the last. It may run again where a transaction fails, so it does nothing outside of it.
 * @param stopping ends it between two batches, by throwing the signal's reason.
 */
export async function readOn(sql: Sql, reader: string, take: TakeChanges, stopping?: AbortSignal): Promise<void> {
  do stopping?.throwIfAborted()
  while ((await readBatch(sql, reader, take)) === batch)
}

async function readBatch(sql: Sql, reader: string, take: TakeChanges): Promise<number> {
  return await sql.begin(async (transaction) => {
    const [place] = await transaction<{ position: number }[]>`
      select position from log_readers where reader = ${reader}::text for update`
    if (!place) throw new Error(`No reader of the public log is called ${reader}.`)
    const { position } = place
    // Asked once the row is locked: until then the log may have grown or begun again.
    const [log] = await findNumbered(transaction)
    const end = Math.min(log!.numbered, position + batch)
    // A log that was begun again is behind its readers until it has its numbers (keep-places.ts).
    if (end <= position) return 0
    await take(transaction, await listChanges(transaction, { first: position, end }), end)
    await transaction`update log_readers set position = ${end}::bigint where reader = ${reader}::text`
    return end - position
  })
}
