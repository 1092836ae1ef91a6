import type { SqlRunner } from './sql.ts'

/** Makes others that lock one of these texts wait until the transaction ends: for counting what is held before more is taken. */
export const lockKeys = (sql: SqlRunner, { keys }: { keys: string[] }) => sql<Record<string, never>[]>`
  select pg_advisory_xact_lock(hashtextextended(key, 0)) from (select distinct key from unnest(${keys}::text[]) as key
    order by key) as keys`
