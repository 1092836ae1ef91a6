import type { SqlRunner } from '#database/sql.ts'
import { type ContentFlags, flagsWithout } from '#domain/content-flags.ts'

/** Which switches of the public pages are on now. A cached page that is made of them carries `pageTags.contentFlags`. */
export async function readContentFlags(sql: SqlRunner): Promise<ContentFlags> {
  const off = await sql<{ name: string }[]>`select name from content_flags where not is_on`
  return flagsWithout(off.map(({ name }) => name))
}
