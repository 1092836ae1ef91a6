import type { SqlRunner, Transaction } from '#database/sql.ts'

/**
 * Before the numbers of the public log are forgotten: lets each of its readers go on in the new log where it is now.
 * A new log numbers all leaves in the order of their ids, without the gaps of lost ones. Notes of changes that are lost are deleted.
 */
export async function keepPlaces(transaction: Transaction): Promise<void> {
  await holdReaders(transaction)
  // Nobody writes or numbers a leaf until the numbers are forgotten.
  await transaction`lock table register_leaves in share row exclusive mode`
  await moveReaders(transaction)
  await moveNews(transaction)
  await dropLostDeliveries(transaction)
  await moveDeliveries(transaction)
  await endMove(transaction)
}

const holdReaders = (sql: SqlRunner) => sql<{ reader: string }[]>`
  select reader from log_readers order by reader for update`

/** To the first change that was not read. One that was read, and has a higher id, is read again. */
const moveReaders = (sql: SqlRunner) => sql<Record<string, never>[]>`
  update log_readers as r set position = (
    select count(*) from register_leaves
    where id < (
      select coalesce(min(id), 9223372036854775807) from register_leaves where position is null or position >= r.position))`

const numbers = (sql: SqlRunner) => sql`
  numbers as materialized (select position as old, row_number() over (order by id) - 1 as new from register_leaves)`

const moveNews = (sql: SqlRunner) => sql<Record<string, never>[]>`
  with ${numbers(sql)}, moved as (
    select f.id, array_remove(array_agg(n.new order by n.new), null) as news
    from follows as f cross join unnest(f.news) as p (position) left join numbers as n on n.old = p.position
    where f.news_count > 0 group by f.id
  )
  update follows as f set news = moved.news from moved where f.id = moved.id and f.news <> moved.news`

const dropLostDeliveries = (sql: SqlRunner) => sql<Record<string, never>[]>`
  delete from webhook_deliveries as d
  where position is not null and not exists (select from register_leaves as l where l.position = d.position)`

/** By way of numbers below 0: an endpoint may never have the same number twice. */
const moveDeliveries = (sql: SqlRunner) => sql<Record<string, never>[]>`
  with ${numbers(sql)}
  update webhook_deliveries as d set position = -1 - n.new from numbers as n where n.old = d.position and n.new <> d.position`

const endMove = (sql: SqlRunner) => sql<Record<string, never>[]>`
  update webhook_deliveries set position = -1 - position where position < 0`
