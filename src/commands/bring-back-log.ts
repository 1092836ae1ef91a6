import { withDatabase } from '#database/with-database.ts'
import { openCheckpointStore } from '#features/proof/server/checkpoint-store.ts'
import { bringBackLog, type RestoredEntry } from '#features/proof/server/repair-log.ts'
import { commandEnv } from './command-env.ts'
import { fail } from './read-site.ts'

// For a restored database, before the site is started on it: docs/backups.md.
const env = commandEnv()
const { checkpointStore } = env
if (!checkpointStore) process.exit(fail('CHECKPOINT_STORE is not set: only what was kept there can be brought back.'))
process.exitCode = await withDatabase(env, {}, async ({ sql }) => {
  const store = openCheckpointStore(checkpointStore)
  const done = await sql.begin((transaction) => bringBackLog(transaction, { store, now: new Date() }))
  if (done.kind === 'brought-back') {
    console.info(`The log has its ${done.size} entries again, and goes on once the site is started.`)
    for (const entry of done.entries) console.info(inWords(entry))
    return 0
  }
  if (done.kind === 'nothing-missing') {
    console.info('Nothing is missing: the store holds no more of the log than the database.')
    return 0
  }
  if (done.kind === 'no-log') return fail('The database has no log: restore the backup first.')
  if (done.kind === 'gap')
    return fail(
      `The database holds ${done.size} entries of the log, and the store begins at ${done.first}. Restore a newer backup.`,
    )
  return fail(
    'The site has written changes since the backup was restored. Restore it once more, and run this before the site is started.',
  )
})

function inWords({ number, change, at, outcome }: RestoredEntry): string {
  const said = `${number}: the log says "${change}" at ${at}.`
  if (outcome === 'withheld') return `${said} The entry has this status again. Enter its reason in the admin area.`
  if (outcome === 'missing')
    return `${said} The register has no such entry, and the log will say that it ended. Its payment is a discrepancy at /admin/payments.`
  return `${said} The register says what the backup holds, and the log will say so. See whether the change has to be made again.`
}
