import type { SqlRunner } from '../../../database/sql.ts'

/** Leaves of the public log after a position, in its order. */
export const listLeavesAfter = (sql: SqlRunner, { since, limit }: { since: number; limit: number }) => sql<
  { position: number; leaf: Uint8Array }[]
>`
  select position, leaf from register_leaves where position > ${since}::bigint order by position limit ${limit}::int`
