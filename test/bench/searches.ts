import type { Sql } from '../../src/database/sql.ts'

/** Placeholder until the register's search is in place. */
export async function measureSearches(_sql: Sql): Promise<string> {
  return ''
}
