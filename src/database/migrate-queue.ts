import { defaultWaits, inTurns, type MigrationWaits } from './run-migration.ts'

/** In short turns: every `add_job` waits behind a waiting migration. @throws SettingProblem where it got no lock; earlier migrations stay. */
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
