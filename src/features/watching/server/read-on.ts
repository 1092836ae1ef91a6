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
    // A log that was begun again is behind its readers until it has its numbers (`keepPlaces`).
    if (end <= position) return 0
    await take(transaction, await listChanges(transaction, { first: position, end }), end)
    await transaction`update log_readers set position = ${end}::bigint where reader = ${reader}::text`
    return end - position
  })
}

/**
 * Before the numbers of the public log are forgotten: lets each of its readers go on in the new log where it is now.
 * A new log numbers all leaves in the order of their ids, without the gaps of lost ones. Notes of changes that are lost are deleted.
 */
export async function keepPlaces(sql: Transaction): Promise<void> {
  const numbers = sql`
    numbers as materialized (select position as old, row_number() over (order by id) - 1 as new from register_leaves)`
  await sql<{ reader: string }[]>`select reader from log_readers order by reader for update`
  // Nobody writes or numbers a leaf until the numbers are forgotten.
  await sql`lock table register_leaves in share row exclusive mode`
  // To the first change that was not read. One that was read, and has a higher id, is read again.
  await sql`
    update log_readers as r set position = (
      select count(*) from register_leaves
      where id < (
        select coalesce(min(id), 9223372036854775807) from register_leaves where position is null or position >= r.position))`
  await sql`
    with ${numbers}, moved as (
      select f.id, array_remove(array_agg(n.new order by n.new), null) as news
      from follows as f cross join unnest(f.news) as p (position) left join numbers as n on n.old = p.position
      where f.news_count > 0 group by f.id
    )
    update follows as f set news = moved.news from moved where f.id = moved.id and f.news <> moved.news`
  await sql`
    delete from webhook_deliveries as d
    where position is not null and not exists (select from register_leaves as l where l.position = d.position)`
  // By way of numbers below 0: an endpoint may never have the same number twice.
  await sql`
    with ${numbers}
    update webhook_deliveries as d set position = -1 - n.new from numbers as n where n.old = d.position and n.new <> d.position`
  await sql`update webhook_deliveries set position = -1 - position where position < 0`
}
