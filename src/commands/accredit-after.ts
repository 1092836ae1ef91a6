import { withDatabase } from '#database/with-database.ts'
import { alignAccreditation, choiceWords } from '#features/register/server/set-assurance.ts'
import { commandEnv } from './command-env.ts'

const env = commandEnv()
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
