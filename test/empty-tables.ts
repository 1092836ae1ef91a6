import type { Sql } from '../src/database/sql.ts'

/**
 * Empties tables. What a site is still doing may hold locks on them in another order: of such a deadlock the server lets the other go on,
 * and this asks again.
 *
 * @param tables as after `truncate`: names between commas, and perhaps `cascade`.
 */
export async function emptyTables(sql: Sql, tables: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await sql.unsafe(`truncate ${tables}`)
      return
    } catch (problem) {
      if ((problem as { code?: string }).code !== '40P01' || attempt === 5) throw problem
    }
  }
}
