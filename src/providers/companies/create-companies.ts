import type { Sql } from '#database/sql.ts'
import type { Env } from '#env.ts'
import type { Log } from '#process/log.ts'
import { cachedCompanies } from './cached-companies.ts'
import type { Companies, RateLimited } from './companies.ts'
import { createCompaniesHouse } from './companies-house.ts'
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

const registry = 'companies-house'

const unsaidPauseSeconds = 30
/** The registry's window is five minutes: a much longer pause is a mistake. */
const longestPauseSeconds = 330

/** What Companies House grants one key (developer-specs.company-information.service.gov.uk, rate limiting); `reserve` is for the check at submission. */
const companiesHouseRation = { max: 600, reserve: 100 }

/** One budget in PostgreSQL for all replicas. After a 429 nobody asks until the time that the registry names. */
export function rateLimitedCompanies(inner: Companies, sql: Sql, { max, reserve } = companiesHouseRation): Companies {
  return {
    search: (query) => ask(max - reserve, () => inner.search(query)),
    details: (number, options = {}) =>
      ask(options.purpose === 'submission' ? max : max - reserve, () => inner.details(number, options)),
    officers: (number) => ask(max - reserve, () => inner.officers(number)),
  }

  async function ask<Answer extends { kind: string }>(share: number, question: () => Promise<Answer | RateLimited>) {
    // Eleven slots of 30 seconds: no five minutes, however counted, hold more than the limit.
    const [taken] = await sql<{ taken: boolean }[]>`
      insert into registry_budgets as b (registry, slot, used)
      values (${registry}::text, floor(extract(epoch from clock_timestamp()) / 30)::bigint, '{1,0,0,0,0,0,0,0,0,0,0}')
      on conflict (registry) do update set
        slot = greatest(b.slot, excluded.slot),
        used = (later_slots(b.used, excluded.slot - b.slot))[1] + 1
          || (later_slots(b.used, excluded.slot - b.slot))[2:11]
      where b.paused_until <= now() and slots_total(later_slots(b.used, excluded.slot - b.slot)) < ${share}::int
      returning true as taken`
    if (!taken) return { kind: 'limited' } satisfies RateLimited
    const answer = await question()
    if (answer.kind === 'limited') {
      const { seconds: asked } = answer as RateLimited
      const seconds = Math.min(asked ?? unsaidPauseSeconds, longestPauseSeconds)
      await sql<Record<string, never>[]>`
        insert into registry_budgets as b (registry, slot, used, paused_until)
        values (${registry}::text, 0, '{0,0,0,0,0,0,0,0,0,0,0}', now() + make_interval(secs => ${seconds}::int))
        on conflict (registry) do update set paused_until = greatest(b.paused_until, excluded.paused_until)`
    }
    return answer
  }
}
