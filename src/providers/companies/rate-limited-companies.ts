import type { Sql } from '#database/sql.ts'
import type { Companies, Limited } from './companies.ts'
import { pauseQuestions, takeQuestion } from './queries.ts'

const registry = 'companies-house'

/** How long nobody asks after a 429 that does not say when it ends. */
const unsaidPauseSeconds = 30
/** The registry's own window is five minutes: a pause beyond a little more than that is a mistake. */
const longestPauseSeconds = 330

type Ration = {
  /** Questions in any five minutes, of all replicas together. */
  most: number
  /** How many of them are kept back for the check at submission. */
  reserve: number
}

/** What Companies House grants one key (developer-specs.company-information.service.gov.uk, rate limiting). */
const companiesHouseRation: Ration = { most: 600, reserve: 100 }

/**
 * Keeps a registry's limit for all replicas: each question is first taken out of a budget in PostgreSQL, and `limited` is
 * answered without asking when it is used up. A registry that says itself that it was asked too much is left alone by everybody
 * until the time it names.
 */
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
