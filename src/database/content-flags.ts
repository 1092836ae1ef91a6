import { type ContentFlags, flagsWithout } from '../domain/content-flags.ts'
import { query } from './query.ts'
import type { SqlRunner } from './sql.ts'

const listOff = query<[], { name: string }>('content-flags/list-off')

/** How the switches of the public pages stand now. A kept page that is made of them carries `pageTags.contentFlags`. */
export async function readContentFlags(sql: SqlRunner): Promise<ContentFlags> {
  return flagsWithout((await listOff(sql)).map(({ name }) => name))
}
