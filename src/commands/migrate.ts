import { grantRights, makeAccount } from '#database/rights.ts'
import type { Sql } from '#database/sql.ts'
import { withDatabase } from '#database/with-database.ts'
import { databaseSettings, type Env, printsJson } from '#env.ts'
import { printJson } from '#process/log.ts'
import { applySandboxSchema } from '#sandbox/payments/start-payments-sandbox.ts'
import { commandEnv } from './command-env.ts'

// With DATABASE_MIGRATION_URL, the owner's address, it also makes the accounts of DATABASE_URL and DATABASE_QUEUE_URL.
if (printsJson(process.env)) printJson()
// The settings may be those of one role's processes: here the accounts of all are made.
delete process.env.ROLE
const env = commandEnv('', databaseSettings)
const said = { made: 'was made', changed: 'was given this password and its rights', kept: 'is as it should be' }
process.exitCode = await withDatabase(env, { isOwner: true }, async ({ sql }, applied) => {
  console.info(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
  return env.databaseMigrationUrl ? await makeRoles(sql, env) : 0
})

async function makeRoles(owner: Sql, env: Env): Promise<number> {
  if (env.sandbox.has('payments')) await applySandboxSchema(owner)
  await grantRights(owner)
  const accounts = [
    { setting: 'DATABASE_URL', url: env.databaseUrl, group: 'site' },
    { setting: 'DATABASE_QUEUE_URL', url: env.databaseQueueUrl, group: 'queue' },
  ] as const
  for (const { setting, url, group } of accounts) {
    if (!url) continue
    const done = await makeAccount(owner, { url, ownerUrl: env.databaseMigrationUrl, group })
    if (done === 'owner') {
      console.error(`${setting} signs in as the owner of the database. Name another account there: it is made here.`)
      return 1
    }
    console.info(`The account of ${setting} ${said[done]}.`)
  }
  return 0
}
