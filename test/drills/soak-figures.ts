import type { Sql } from '#database/sql.ts'
import type { MeasuredProcess } from '../bench/measured-site.ts'
import { openHandles, residentMegabytes } from '../bench/process-figures.ts'
import type { Sample } from './growth.ts'

/** A table at one moment. */
export type TableFigures = {
  name: string
  rows: number
  dead: number
  tableBytes: number
  indexBytes: number
  wasteBytes: number
}
export type Moment = Sample & { tables: Map<string, TableFigures> }

/** Reads everything once: processes from /proc and their metrics, the rest from the database. @param at seconds since the beginning. */
export async function readFigures(sql: Sql, processes: MeasuredProcess[], at: number): Promise<Moment> {
  const values: Record<string, number> = {}
  for (const { name, pid, metricsUrl } of processes) {
    values[`memory of ${name}, MB`] = residentMegabytes(pid)
    values[`heap of ${name}, MB`] = (await readMetric(metricsUrl, 'process_heap_bytes')) / 2 ** 20
    values[`handles of ${name}`] = openHandles(pid)
  }
  const [waiting] = await readWaiting(sql)
  const tables = new Map((await readTables(sql)).map((table) => [table.name, table]))
  const all = [...tables.values()]
  return {
    at,
    values: {
      ...values,
      'database connections': waiting!.connections,
      'dead rows': all.reduce((sum, { dead }) => sum + dead, 0),
      'dead or free space in tables, MB': all.reduce((sum, { wasteBytes }) => sum + wasteBytes, 0) / 2 ** 20,
      'age of the oldest job due, s': waiting!.oldest_job,
      'jobs that failed': waiting!.failed_jobs,
      'emails waiting': waiting!.mails,
      'changes not signed': waiting!.unsigned,
    },
    tables,
  }
}

/** How many megabytes the indexes of all tables have grown beyond what their new rows explain, since a moment. */
export function indexExcess(since: Moment, now: Moment): number {
  // A table of a few rows has pages for many: its rows explain nothing.
  const few = 1000
  const beyond = [...now.tables.values()].map(({ name, rows, indexBytes }) => {
    const before = since.tables.get(name)
    if (!before) return 0
    return indexBytes - before.indexBytes * (Math.max(rows, few) / Math.max(before.rows, few))
  })
  return beyond.reduce((sum, bytes) => sum + Math.max(0, bytes), 0) / 2 ** 20
}

async function readMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(url)).text()
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? []
  if (value === undefined) throw new Error(`${url} does not tell ${name}.`)
  return Number(value)
}

const readWaiting = (sql: Sql) => sql<
  { connections: number; oldest_job: number; failed_jobs: number; mails: number; unsigned: number }[]
>`
  select
    (select count(*)::int from pg_stat_activity where datname = current_database() and backend_type = 'client backend') as connections,
    (select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 from graphile_worker.jobs
      where attempts < max_attempts and run_at <= now() and locked_at is null) as oldest_job,
    (select count(*)::int from graphile_worker.jobs where attempts > 0 and locked_at is null) as failed_jobs,
    (select count(*)::int from mails where state = 'waiting') as mails,
    (select count(*)::int from register_leaves where position is null) as unsigned`

/** Dead rows as PostgreSQL counts them, and the space that holds no row that lives, by its extension pgstattuple. */
const readTables = (sql: Sql) => sql<TableFigures[]>`
  select relid::regclass::text as name, n_live_tup::int as rows, n_dead_tup::int as dead,
    pg_table_size(relid)::float8 as "tableBytes", pg_indexes_size(relid)::float8 as "indexBytes",
    (select dead_tuple_len + approx_free_space from pgstattuple_approx(relid))::float8 as "wasteBytes"
  from pg_stat_user_tables
  where pg_table_size(relid) > 0`
