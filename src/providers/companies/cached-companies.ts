import { camel } from '#database/camel.ts'
import { asJson, type Sql } from '#database/sql.ts'
import { normaliseCompanyNumber } from '#domain/company.ts'
import type { Instant } from '#domain/formats.ts'
import { type Companies, type CompanyDetails, type CompanySearch, tidyCompanyQuery } from './companies.ts'

const day = 24 * 60 * 60

const freshSeconds = { search: day, found: 60 * 60, unknown: 10 * 60 } as const
const usefulSeconds = 7 * day
const maxAnswers = 100_000
/** After no answer, known answers are given for this long without another try. */
const restMs = 10_000

type CachedAnswer = (CompanySearch & { kind: 'ok' }) | (CompanyDetails & { kind: 'found' | 'unknown' })

/** For every replica; old answers carry `asOf`, names of officers are not kept, and the check at submission always asks. */
export function cachedCompanies(inner: Companies, sql: Sql): Companies {
  const running = new Map<string, Promise<unknown>>()
  let restingUntil = 0

  return {
    async search(query) {
      const words = tidyCompanyQuery(query)
      if (words === null) return { kind: 'ok', hits: [] }
      const question = `search ${words.normalize('NFKC').toLowerCase()}`
      return await once(question, () => recall<CompanySearch>(question, () => inner.search(words)))
    },

    async details(companyNumber, options = {}) {
      const number = normaliseCompanyNumber(companyNumber)
      if (number === null) return { kind: 'unknown' }
      const question = `details ${number}`
      if (options.purpose !== 'submission')
        return await once(question, () => recall<CompanyDetails>(question, () => inner.details(number)))
      return await once(`submission ${number}`, () => ask(question, () => inner.details(number, options)))
    },

    officers: inner.officers,
  }

  async function once<Answer>(question: string, find: () => Promise<Answer>): Promise<Answer> {
    const found = running.get(question)
    if (found) return (await found) as Answer
    const finding = find().finally(() => running.delete(question))
    running.set(question, finding)
    return await finding
  }

  async function recall<Answer extends CompanySearch | CompanyDetails>(
    question: string,
    askInner: () => Promise<Answer>,
  ): Promise<Answer> {
    const [kept] = await camel(sql)<{ answer: unknown; askedAt: Instant; fresh: boolean }[]>`
      select answer, asked_at, fresh_until > now() as fresh
      from company_answers
      where key = ${digest(question)}::bytea and asked_at > now() - make_interval(secs => ${usefulSeconds}::int)`
    if (kept?.fresh) return kept.answer as Answer
    const old = kept && ({ ...(kept.answer as Answer), asOf: kept.askedAt } as Answer)
    if (old && Date.now() < restingUntil) return old
    const answer = await ask(question, askInner)
    return isKept(answer) ? answer : (old ?? answer)
  }

  async function ask<Answer extends CompanySearch | CompanyDetails>(question: string, askInner: () => Promise<Answer>) {
    const answer = await askInner()
    if (isKept(answer)) {
      const seconds = answer.kind === 'ok' ? freshSeconds.search : freshSeconds[answer.kind]
      await sql<Record<string, never>[]>`
        insert into company_answers as a (key, answer, fresh_until)
        values (${digest(question)}::bytea, ${asJson(answer)}::json, now() + make_interval(secs => ${seconds}::int))
        on conflict (key) do update set
          answer = excluded.answer, asked_at = excluded.asked_at, fresh_until = excluded.fresh_until`
    } else if (answer.kind === 'unavailable') restingUntil = Date.now() + restMs
    return answer
  }
}

export async function forgetCompanyAnswers(_payload: object, { sql }: { sql: Sql }): Promise<void> {
  await sql<Record<string, never>[]>`
    delete from company_answers
    where asked_at <= greatest(
      now() - make_interval(secs => ${usefulSeconds}::int),
      (select asked_at from company_answers order by asked_at desc offset ${maxAnswers}::int limit 1))`
}

function isKept(answer: CompanySearch | CompanyDetails): answer is CachedAnswer {
  return answer.kind === 'ok' || answer.kind === 'found' || answer.kind === 'unknown'
}

/** What people typed is not kept: it may be somebody's name. */
function digest(question: string): Buffer {
  return new Bun.CryptoHasher('sha256').update(question).digest()
}
