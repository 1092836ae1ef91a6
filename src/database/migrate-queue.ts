import { defaultWaits, inTurns, type MigrationWaits } from './run-migration.ts'

/**
 * Brings the queue's schema to what its library needs. It waits for locks in short turns: a dump holds the queue's tables, and every `add_job` would
 * wait behind a migration that waits.
 * @param databaseUrl past a pooler, of the owner of the queue's schema. @throws SettingProblem where a lock was not to be had; the migrations before
 * it are done.
 */
export async function migrateQueue(databaseUrl: string, waits: MigrationWaits = defaultWaits): Promise<void> {
  const { runMigrations } = await import('graphile-worker')
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
