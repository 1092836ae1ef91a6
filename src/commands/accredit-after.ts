import { withDatabase } from '#database/with-database.ts'
import { readEnv } from '#env.ts'
import { alignAccreditation, choiceWords } from '#features/register/server/align-accreditation.ts'

const read = readEnv(process.env)
if ('problems' in read) {
  console.error(read.problems.join('\n'))
  process.exit(1)
}
const { env } = read
process.exitCode = await withDatabase(env, {}, async ({ sql }) => {
  console.info(choiceWords(env.brand.accreditAfter))
  const services = { sql, env, brand: env.brand, now: () => new Date() }
  const actor = { kind: 'command' as const, name: 'accredit-after' }
  const { accredited, unaccredited } = await alignAccreditation(services, { takesBack: true, actor })
  console.info(
    `Accredited now: ${accredited}. Listed, and no longer accredited: ${unaccredited}. We email their organisations.`,
  )
  return 0
})
