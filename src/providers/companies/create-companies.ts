import type { Sql } from '#database/sql.ts'
import type { Env } from '#env.ts'
import type { Log } from '#process/log.ts'
import { cachedCompanies } from './cached-companies.ts'
import type { Companies } from './companies.ts'
import { createCompaniesHouse } from './companies-house.ts'
import { createCompaniesSandbox } from './companies-sandbox.ts'
import { rateLimitedCompanies } from './rate-limited-companies.ts'
import { withRegisterCopy } from './register-copy.ts'

/**
 * The company register that the environment names: Companies House with a key, its answers remembered and its questions rationed
 * across replicas; otherwise the sandbox. An operator's copy of the register, where one is loaded, answers before either.
 */
export function createCompanies(
  env: Pick<Env, 'companies' | 'sandbox'>,
  { sql, log }: { sql: Sql; log: Log },
): Companies {
  const { copyMaxAgeDays, ...settings } = env.companies
  const registry = env.sandbox.has('companies')
    ? createCompaniesSandbox()
    : cachedCompanies(
        rateLimitedCompanies(
          createCompaniesHouse({ ...settings, report: (status) => log.error('company registry', { status }) }),
          sql,
        ),
        sql,
      )
  return withRegisterCopy(registry, sql, { maxAgeDays: copyMaxAgeDays })
}
