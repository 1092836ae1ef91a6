import type { Sql } from '#database/sql.ts'

/**
 * Empties tables. Their rows are deleted with all triggers off: `truncate` makes every table and index anew, which takes a hundred times
 * longer. What a site is still doing may hold locks in another order: of such a deadlock the server lets the other go on, and this asks again.
 *
 * @param tables as after `truncate`: names between commas, and perhaps `cascade` for whatever refers to them.
 */
export async function emptyTables(sql: Sql, tables: string): Promise<void> {
  const cascades = tables.endsWith(' cascade')
  const named = tables.replace(/ cascade$/, '').split(', ')
  for (let attempt = 1; ; attempt++) {
    try {
      await sql.begin(async (transaction) => {
        const [found] = await transaction<{ statements: string }[]>`
          with recursive emptied (oid) as (
            select unnest(${named}::text[]::regclass[])::oid
            union
            select conrelid from pg_constraint join emptied on confrelid = emptied.oid where contype = 'f' and ${cascades}
          )
          select string_agg(format('delete from %s', oid::regclass), '; ') as statements from emptied`
        await transaction.unsafe(`set local session_replication_role = replica; ${found!.statements}`)
      })
      return
    } catch (problem) {
      if ((problem as { code?: string }).code !== '40P01' || attempt === 5) throw problem
    }
  }
}
