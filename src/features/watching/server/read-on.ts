import type { Sql, SqlRunner, Transaction } from '#database/sql.ts'
import { findNumbered } from '#features/proof/server/queries.ts'
import { type Change, listChanges } from './changes.ts'

/** How many positions of the log one transaction deals with. */
const batch = 500

/**
 * Has a reader of the public log deal with the changes that it has not dealt with, up to `batch` at a time. What it writes and how far it
 * has come are one transaction, and its row is held until then: of two workers the second goes on where the first has ended, and one that
 * is killed has done nothing. `take` is not called where there is nothing new; it may be called more than once where a
 * transaction fails, so it does nothing outside of it.
 *
 * @param reader a row of `log_readers`; readers know nothing of each other.
 * @param take gets the changes, and the position after the last of them.
 * @param stopping ends it between two batches, by throwing the signal's reason.
 */
export async function readOn(
  sql: Sql,
  reader: string,
  take: (transaction: Transaction, changes: Change[], end: number) => Promise<void>,
  stopping?: AbortSignal,
): Promise<void> {
  do stopping?.throwIfAborted()
  while ((await readBatch(sql, reader, take)) === batch)
}

async function readBatch(
  sql: Sql,
  reader: string,
  take: (transaction: Transaction, changes: Change[], end: number) => Promise<void>,
): Promise<number> {
  return await sql.begin(async (transaction) => {
    const [place] = await holdReader(transaction, { reader })
    if (!place) throw new Error(`No reader of the public log is called ${reader}.`)
    const { position } = place
    // Asked once the row is held: while it was waited for, the log may have grown or begun anew.
    const [log] = await findNumbered(transaction)
    const end = Math.min(log!.numbered, position + batch)
    // A log that was begun anew is behind its readers until it has its numbers again (keep-places.ts).
    if (end <= position) return 0
    await take(transaction, await listChanges(transaction, { first: position, end }), end)
    await moveReader(transaction, { reader, position: end })
    return end - position
  })
}

/** How far the reader has come, held until the transaction ends. */
const holdReader = (sql: SqlRunner, { reader }: { reader: string }) => sql<{ position: number }[]>`
  select position from log_readers where reader = ${reader}::text for update`

const moveReader = (sql: SqlRunner, { reader, position }: { reader: string; position: number }) => sql<
  Record<string, never>[]
>`
  update log_readers set position = ${position}::bigint where reader = ${reader}::text`
