import type { Transaction } from '#database/sql.ts'

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
