import { withDatabase } from '#database/with-database.ts'
import { rotateKey } from '#features/proof/credential/server/queries.ts'
import { commandEnv } from './command-env.ts'

const [, , ...given] = process.argv
const isLeaked = given.includes('--leaked')
const [reason, ...more] = given.filter((word) => word !== '--leaked').map((word) => word.trim())
const usage =
  'Usage: bun run rotate-keys "Why" [--leaked]. With --leaked, nothing that the key signed verifies any more.'
const env = commandEnv(!reason || more.length > 0 ? usage : '')
// The site's own role may not change the keys.
const databaseUrl = env.databaseQueueUrl || env.databaseUrl
process.exitCode = await withDatabase({ ...env, databaseUrl }, {}, async ({ sql }) => {
  const ended = await rotateKey(sql, { reason: reason!, isLeaked, now: new Date() })
  console.info(
    ended
      ? `The key ${ended} of the credentials has ended. The site makes the next one and signs everything again, within seconds.`
      : 'No credential has been signed yet.',
  )
  return 0
})
