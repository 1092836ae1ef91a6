import { defaultWaits, inTurns, type MigrationWaits } from './run-migration.ts'

/**
 * Brings the queue's own schema to what its library needs; where nothing is missing it only reads. Its migrations wait for a table in short
 * turns, as ours do: a dump reads the queue's tables as long as it lasts, and whoever adds a job would wait behind a migration that waits
 * for it.
 *
 * @param databaseUrl past a pooler, of the role that owns the queue's schema or may make it.
 * @throws SettingProblem where a table was not to be had in any of the turns; the migrations before it are done.
 */
export async function migrateQueue(databaseUrl: string, waits: MigrationWaits = defaultWaits): Promise<void> {
  const { runMigrations } = await import('graphile-worker')
  // The library commits each of its migrations, and what fails is rolled back by it.
  const plugin: GraphileConfig.Plugin = {
    name: 'wait-in-turns',
    worker: {
      hooks: { premigrate: async (_, { client }) => void (await client.query(`set lock_timeout = ${waits.lockMs}`)) },
    },
  }
  await inTurns('of the queue', waits, () =>
    runMigrations({ connectionString: databaseUrl, preset: { plugins: [plugin] } }),
  )
}
