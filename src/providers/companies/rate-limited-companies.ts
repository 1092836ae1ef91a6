import type { Sql } from '#database/sql.ts'
import type { Companies, Limited } from './companies.ts'
import { pauseQuestions, takeQuestion } from './queries.ts'

const registry = 'companies-house'

const unsaidPauseSeconds = 30
/** The registry's window is five minutes: a much longer pause is a mistake. */
const longestPauseSeconds = 330

type Ration = {
  most: number
  /** Of these reserved for the check at submission. */
  reserve: number
}

/** What Companies House grants one key (developer-specs.company-information.service.gov.uk, rate limiting). */
const companiesHouseRation: Ration = { most: 600, reserve: 100 }

/** One budget in PostgreSQL for all replicas. After a 429 nobody asks until the time that the registry names. */
export function rateLimitedCompanies(inner: Companies, sql: Sql, ration: Ration = companiesHouseRation): Companies {
  const { most, reserve } = ration
  return {
    search: (query) => ask(most - reserve, () => inner.search(query)),
    details: (number, options = {}) =>
      ask(options.purpose === 'submission' ? most : most - reserve, () => inner.details(number, options)),
    officers: (number) => ask(most - reserve, () => inner.officers(number)),
  }

  async function ask<Answer extends { kind: string }>(
    share: number,
    question: () => Promise<Answer | Limited>,
  ): Promise<Answer | Limited> {
    const [taken] = await takeQuestion(sql, { registry, most: share })
    if (!taken) return { kind: 'limited' }
    const answer = await question()
    if (isLimited(answer)) {
      await pauseQuestions(sql, {
        registry,
        seconds: Math.min(answer.seconds ?? unsaidPauseSeconds, longestPauseSeconds),
      })
    }
    return answer
  }
}

function isLimited(answer: { kind: string }): answer is Limited {
  return answer.kind === 'limited'
}
