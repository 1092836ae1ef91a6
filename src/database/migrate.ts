import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../process/project-root.ts'
import type { Sql } from './sql.ts'

const folder = join(projectRoot, 'sql/migrations')
const lockKey = 4_812_077

export type MigrationOutcome =
  | { kind: 'migrated'; applied: string[] }
  | { kind: 'newer-schema'; databaseVersion: number; programVersion: number }
  | { kind: 'other-numbering' }

/**
 * Brings the database to this program's schema: every file of `sql/migrations` that is not recorded yet, each in its own
 * transaction, under an advisory lock, so that several replicas may start at once. The queue's own schema comes with it.
 *
 * A database whose schema is newer than the program is left alone: `newer-schema`. So is one that records a migration of ours under
 * another name, because it was made before the migrations were numbered anew: `other-numbering`.
 */
export async function migrate(sql: Sql, databaseUrl: string): Promise<MigrationOutcome> {
  const files = migrationFiles()
  const connection = await sql.reserve()
  try {
    await connection`select pg_advisory_lock(${lockKey})`
    await connection`create table if not exists schema_migrations (
      version integer primary key, name text not null, applied_at timestamptz not null default now())`
    const rows = await connection<{ version: number; name: string }[]>`select version, name from schema_migrations`
    const done = new Set(rows.map((row) => row.version))
    const names = new Map(files.map((file) => [file.version, file.name]))
    const programVersion = Math.max(0, ...files.map((file) => file.version))
    const databaseVersion = Math.max(0, ...done)
    if (rows.some(({ version, name }) => version <= programVersion && names.get(version) !== name))
      return { kind: 'other-numbering' }
    if (databaseVersion > programVersion) return { kind: 'newer-schema', databaseVersion, programVersion }
    const applied: string[] = []
    for (const file of files) {
      if (done.has(file.version)) continue
      const text = readFileSync(join(folder, file.name), 'utf8')
      await connection.unsafe(
        `begin;\nset local statement_timeout = 0;\n${text}\n;insert into schema_migrations (version, name) values (${file.version}, '${file.name}');\ncommit;`,
      )
      applied.push(file.name)
    }
    if (applied.length > 0 || !(await hasQueue(connection))) {
      const { runMigrations } = await import('graphile-worker')
      await runMigrations({ connectionString: databaseUrl })
    }
    return { kind: 'migrated', applied }
  } finally {
    await connection`select pg_advisory_unlock_all()`.catch(() => {})
    connection.release()
  }
}

/** What to do about a database that `migrate` has left alone, in sentences. */
export function migrationProblem(outcome: Exclude<MigrationOutcome, { kind: 'migrated' }>): string {
  if (outcome.kind === 'newer-schema')
    return `The database has schema version ${outcome.databaseVersion}; this program knows versions up to ${outcome.programVersion}.
It was last used by a newer release. Start that release, or restore a backup from before the upgrade.`
  return `The database was made before the first release, and its migrations have new numbers since then. It cannot be updated. Set DATABASE_URL to an empty database. Without DATABASE_URL, delete the folder postgres in DATA_FOLDER (.data).`
}

/** True when every migration that this program carries is recorded in the database. */
export async function schemaIsCurrent(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ version: number | null }[]>`select max(version) as version from schema_migrations`
  return row?.version === Math.max(...migrationFiles().map((file) => file.version))
}

async function hasQueue(connection: Sql): Promise<boolean> {
  const [row] = await connection<{ found: boolean }[]>`
    select to_regclass('graphile_worker._private_jobs') is not null as found`
  return row?.found === true
}

function migrationFiles(): { version: number; name: string }[] {
  return readdirSync(folder)
    .filter((name) => /^\d{5}_[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 5)), name }))
}
