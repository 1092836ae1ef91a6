import { withDatabase } from '#database/with-database.ts'
import { validSecrets } from '#providers/auth/session-secrets.ts'
import { commandEnv } from './command-env.ts'
import { reencryptColumns } from './reencrypt-columns.ts'

const env = commandEnv()
const databaseUrl = env.databaseQueueUrl || env.databaseUrl
process.exitCode = await withDatabase({ ...env, databaseUrl }, {}, async ({ sql }) => {
  const signing = env.signingSecret ? [env.signingSecret, env.signingSecretAlso].filter(Boolean) : []
  const report = await reencryptColumns(sql, { session: validSecrets(env), signing })
  for (const { table, column, reencrypted, current, unreadable } of report)
    console.info(
      `${table}.${column}: ${reencrypted} encrypted again, ${current} were already, ${unreadable} unreadable.`,
    )
  const isWhole = report.every(({ unreadable }) => unreadable === 0)
  if (!env.signingSecret)
    console.info(
      'signing_keys.private_key: not looked at, since ROLE=web has no SIGNING_SECRET. Run this where jobs are worked as well.',
    )
  else console.info(isWhole ? 'The old secrets are not needed any more.' : 'Keep the old secrets: some cannot be read.')
  return isWhole && env.signingSecret ? 0 : 1
})
