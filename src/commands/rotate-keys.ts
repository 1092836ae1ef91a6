import { withDatabase } from '#database/with-database.ts'
import { readEnv } from '#env.ts'
import { rotateKey } from '#features/proof/credential/server/queries.ts'

const read = readEnv(process.env)
const [, , ...given] = process.argv
const isLeaked = given.includes('--leaked')
const [reason, ...more] = given.filter((word) => word !== '--leaked').map((word) => word.trim())
if ('problems' in read || !reason || more.length > 0) {
  const usage =
    'Usage: bun run rotate-keys "Why" [--leaked]. With --leaked, nothing that the key signed verifies any more.'
  console.error('problems' in read ? read.problems.join('\n') : usage)
  process.exit(1)
}
// The site's own role may not change the keys.
const databaseUrl = read.env.databaseQueueUrl || read.env.databaseUrl
process.exitCode = await withDatabase({ ...read.env, databaseUrl }, {}, async ({ sql }) => {
  const ended = await rotateKey(sql, { reason, isLeaked, now: new Date() })
  console.info(
    ended
      ? `The key ${ended} of the credentials has ended. The site makes the next one and signs everything again, within seconds.`
      : 'No credential has been signed yet.',
  )
  return 0
})
