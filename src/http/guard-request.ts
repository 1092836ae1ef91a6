import { isDatabaseUnavailable, isDiskFull } from '#database/database-problem.ts'
import { StatementTooSlow } from '#database/follow-statements.ts'
import type { DatabaseWatch } from '#database/watch-database.ts'
import { inSpan } from '#process/trace.ts'
import type { Services } from '#requests/services.ts'
import { failure } from '#wire/failure.ts'
import { failureResponse, newReference } from './failure-response.ts'
import type { Metrics } from './metrics.ts'
import { unavailableRetryAfter } from './page-responses.ts'
import type { Security } from './security.ts'
import type { PageServer } from './serve-page.ts'

/** Then the database is asked whether it is there. */
const patienceMs = 5000

/** Any other word would be a permanent label of its own. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const sentences = {
  full: 'Our records take nothing new at the moment. Nothing was saved. Please try again later.',
  slow: 'This took too long. Please try again in a minute.',
  unreachable: 'We cannot reach our records at the moment. Nothing was saved. Please try again in a minute.',
}

type Context = {
  services: Pick<Services, 'env' | 'log'>
  security: Security
  watch: DatabaseWatch
  pages: Pick<PageServer, 'broken' | 'unavailable'>
  metrics: Pick<Metrics, 'answered'> | null
}

/** Logs name `route`, since the address may hold a token. Without the database it answers 503; any other error is logged with a reference and hidden. */
export type Guard = (
  request: Request,
  route: string,
  answer: (reference: string) => Promise<Response>,
) => Promise<Response>

export function createGuard({ services, security, watch, pages, metrics }: Context): Guard {
  const { log, env } = services

  return async function guard(request, route, answer) {
    const reference = newReference()
    const id = givenId(request.headers) ?? reference
    const method = methods.has(request.method) ? request.method : 'OTHER'
    const started = performance.now()
    const response = await inSpan(`${method} ${route}`, { 'http.request.method': method, 'http.route': route }, () =>
      answerSafely(request, route, { reference, request: id }, answer),
    )
    const milliseconds = performance.now() - started
    metrics?.answered(method, route, response.status, milliseconds)
    if (env.logRequests)
      log.info('request', {
        request: id,
        // Later answers of a kept page carry this reference.
        ...(id === reference ? {} : { reference }),
        method,
        route,
        status: response.status,
        ms: Math.round(milliseconds * 10) / 10,
      })
    response.headers.set('x-request-id', id)
    return response
  }

  async function answerSafely(
    request: Request,
    route: string,
    ids: { reference: string; request: string },
    answer: (reference: string) => Promise<Response>,
  ): Promise<Response> {
    const { reference } = ids
    try {
      return await whileDatabaseAnswers(answer(reference))
    } catch (problem) {
      const isCall = route.startsWith('/api/')
      const fields = { ...ids, method: request.method, route }
      const unavailable = (cause: keyof typeof sentences) =>
        isCall ? failed('unavailable', sentences[cause]) : pages.unavailable(request, reference, cause)
      const failed = (kind: 'unavailable' | 'internal', sentence: string) => {
        const wait = kind === 'unavailable' ? { retryAfter: unavailableRetryAfter } : {}
        return failureResponse(failure(kind, sentence, wait), reference, security.headers)
      }
      if (problem instanceof StatementTooSlow) {
        log.error('request refused: statement too slow', fields)
        return await unavailable('slow')
      }
      if (isDiskFull(problem)) {
        log.error('request refused: disk of the database full', fields)
        return await unavailable('full')
      }
      if (isDatabaseUnavailable(problem) || watch.isUnavailable() || !(await watch.answers())) {
        watch.reportUnavailable()
        log.error('request refused: database away', fields)
        return await unavailable('unreachable')
      }
      log.error('request failed', fields, problem)
      if (isCall) return failed('internal', 'Something went wrong on our side. Please try again.')
      return await pages.broken(request, reference)
    }
  }

  /** Otherwise a silent server would be waited for until the connection times out, minutes later. */
  async function whileDatabaseAnswers(work: Promise<Response>): Promise<Response> {
    const lost = Promise.withResolvers<never>()
    const timer = setInterval(() => {
      watch.answers().then((there) => {
        if (!there) lost.reject(new Error('The database does not answer.'))
      }, lost.reject)
    }, patienceMs)
    work.catch(() => {})
    try {
      return await Promise.race([work, lost.promise])
    } finally {
      clearInterval(timer)
    }
  }

  function givenId(headers: Headers): string | null {
    if (env.trustProxy === 0) return null
    const id = headers.get('x-request-id') ?? ''
    return /^[\w.:-]{8,128}$/.test(id) ? id : null
  }
}
