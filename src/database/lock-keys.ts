import type { SqlRunner } from './sql.ts'

/** Other transactions that lock one of these texts wait until this one ends. */
export const lockKeys = (sql: SqlRunner, { keys }: { keys: string[] }) => sql<Record<string, never>[]>`
  select pg_advisory_xact_lock(hashtextextended(key, 0)) from (select distinct key from unnest(${keys}::text[]) as key
    order by key) as keys`
