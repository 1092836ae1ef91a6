import type { Sql } from '#database/sql.ts'
import type { Env } from '#env.ts'
import type { Log } from '#process/log.ts'
import { cachedCompanies } from './cached-companies.ts'
import type { Companies } from './companies.ts'
import { createCompaniesHouse } from './companies-house.ts'
import { rateLimitedCompanies } from './rate-limited-companies.ts'
import { withRegisterCopy } from './register-copy.ts'

export function createCompanies(
  { copyMaxAgeDays, ...settings }: Env['companies'],
  { sql, log, standIn = null }: { sql: Sql; log: Log; standIn?: Companies | null },
): Companies {
  const registry = standIn ?? createRegistry()
  return withRegisterCopy(registry, sql, { maxAgeDays: copyMaxAgeDays })

  function createRegistry(): Companies {
    const report = (status: number | null) => log.error('company registry', { status })
    return cachedCompanies(rateLimitedCompanies(createCompaniesHouse({ ...settings, report }), sql), sql)
  }
}
