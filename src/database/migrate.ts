import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#process/project-root.ts'
import { lastRelease } from './last-release.ts'
import { grantRights, hasRoles } from './rights.ts'
import { migrateQueue, runMigration } from './run-migration.ts'
import type { Sql } from './sql.ts'

const folder = join(projectRoot, 'sql/migrations')
const lockKey = 4_812_077
const lockAgainMs = 50

/** `runs_with`: programs that know the migrations up to this one run on the schema that it leaves. */
const bookkeeping = `
  create table if not exists schema_migrations (
    version integer primary key, name text not null, applied_at timestamptz not null default now());
  alter table schema_migrations add column if not exists runs_with integer`

type MigrationOutcome =
  | { kind: 'migrated'; applied: string[] }
  | { kind: 'ahead'; databaseVersion: number; programVersion: number }
  | { kind: 'newer-schema'; databaseVersion: number; programVersion: number }
  | { kind: 'other-numbering' }
  | { kind: 'not-allowed'; missing: string[] }

type MigrationRow = { version: number; name: string; runs_with: number | null }

/** Only reads where nothing is missing. `ahead`: of the next release, which runs here. @throws SettingProblem for a long lock; earlier migrations stay. */
export async function migrate(sql: Sql, databaseUrl: string): Promise<MigrationOutcome> {
  const files = migrationFiles()
  const connection = await sql.reserve()
  try {
    await takeLock(connection)
    const rows = await readRecorded(connection)
    const { missing, programVersion, databaseVersion, runs, isAhead, isOtherNumbering } = compare(files, rows)
    if (isOtherNumbering) return { kind: 'other-numbering' }
    if (isAhead) return { kind: runs ? 'ahead' : 'newer-schema', databaseVersion, programVersion }
    const [found] = await connection<{ has_queue: boolean; may_create: boolean }[]>`
      select to_regclass('graphile_worker._private_jobs') is not null as has_queue,
        has_schema_privilege(current_schema(), 'create') as may_create`
    if (missing.length === 0 && found!.has_queue) return { kind: 'migrated', applied: [] }
    if (!found!.may_create) return { kind: 'not-allowed', missing: missing.map(({ name }) => name) }
    await connection.unsafe(bookkeeping)
    for (const { version, name } of missing) {
      const text = readFileSync(join(folder, name), 'utf8')
      const record = `insert into schema_migrations (version, name, runs_with) values (${version}, '${name}', ${lastRelease.schema})`
      await runMigration(connection, { name, text, record })
    }
    await migrateQueue(databaseUrl)
    if (await hasRoles(connection)) await grantRights(connection)
    return { kind: 'migrated', applied: missing.map(({ name }) => name) }
  } finally {
    await connection`select pg_advisory_unlock_all()`.catch(() => {})
    connection.release()
  }
}

export function migrationProblem(outcome: Exclude<MigrationOutcome, { kind: 'migrated' | 'ahead' }>): string {
  if (outcome.kind === 'newer-schema')
    return `The database has schema version ${outcome.databaseVersion}; this program knows versions up to ${outcome.programVersion}.
It was last used by a release that is more than one step newer. Start that release or the one before it, or restore a backup from before the upgrade.`
  if (outcome.kind === 'not-allowed')
    return `The database lacks ${outcome.missing.length > 0 ? `the migration ${outcome.missing.at(-1)}` : 'the schema of the queue'}, and the role of DATABASE_URL may not change the schema. Run "bun run migrate" as the owner of the database first.`
  return `The database was made before the first release, and its migrations have new numbers since then. It cannot be updated. Set DATABASE_URL to an empty database. Without DATABASE_URL, delete the folder postgres in DATA_FOLDER (.data).`
}

export function aheadOfProgram(outcome: Extract<MigrationOutcome, { kind: 'ahead' }>): string {
  return `The database has schema version ${outcome.databaseVersion} of the next release; this program knows versions up to ${outcome.programVersion} and runs on it.`
}

export async function schemaIsCurrent(sql: Sql): Promise<boolean> {
  return compare(migrationFiles(), await readRecorded(sql)).runs
}

function compare(files: { version: number; name: string }[], rows: MigrationRow[]) {
  const names = new Map(files.map((file) => [file.version, file.name]))
  const done = new Set(rows.map((row) => row.version))
  const programVersion = Math.max(0, ...names.keys())
  const missing = files.filter(({ version }) => !done.has(version))
  const unknown = rows.filter(({ version }) => !names.has(version))
  const oldestProgram = Math.max(0, ...rows.map(({ runs_with, version }) => runs_with ?? version))
  return {
    missing,
    programVersion,
    databaseVersion: Math.max(0, ...done),
    runs: missing.length === 0 && oldestProgram <= programVersion,
    isAhead: unknown.length > 0,
    isOtherNumbering:
      rows.some(({ version, name }) => names.has(version) && names.get(version) !== name) ||
      unknown.some(({ version, runs_with }) => version <= programVersion && runs_with === null),
  }
}

async function readRecorded(connection: Sql): Promise<MigrationRow[]> {
  const [table] = await connection<{ found: boolean }[]>`select to_regclass('schema_migrations') is not null as found`
  if (!table?.found) return []
  return await connection<MigrationRow[]>`
    select version, name, (to_jsonb(m) ->> 'runs_with')::integer as runs_with from schema_migrations as m`
}

/** A waiting statement would block `create index concurrently`, which waits for every open statement. */
async function takeLock(connection: Sql): Promise<void> {
  for (;;) {
    const [row] = await connection<{ taken: boolean }[]>`select pg_try_advisory_lock(${lockKey}) as taken`
    if (row?.taken) return
    await Bun.sleep(lockAgainMs)
  }
}

function migrationFiles(): { version: number; name: string }[] {
  return readdirSync(folder)
    .filter((name) => /^\d{5}_[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 5)), name }))
}
