import type { SqlRunner } from '#database/sql.ts'
import { type ContentFlags, flagsWithout } from '#domain/content-flags.ts'

/** The names of the switches that are off. */
const listOff = (sql: SqlRunner) => sql<{ name: string }[]>`
  select name from content_flags where not is_on`

/** Which switches of the public pages are on now. A cached page that is made of them carries `pageTags.contentFlags`. */
export async function readContentFlags(sql: SqlRunner): Promise<ContentFlags> {
  return flagsWithout((await listOff(sql)).map(({ name }) => name))
}
