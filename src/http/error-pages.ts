import type { NotTakenData } from '#shell/not-taken-page.tsx'
import type { PageState } from '#shell/place.ts'
import type { UnavailableData } from '#shell/unavailable-page.tsx'
import { type Failure, isFailure, statusOfFailure } from '#wire/failure.ts'
import { failureResponse } from './failure-response.ts'
import type { PageResponses } from './page-responses.ts'
import { readForm } from './read-body.ts'
import type { Security } from './security.ts'

export const unavailableRetryAfter = 15

export type ErrorPages = {
  notFound: (request: Request) => Promise<Response>
  /** Words for a person, JSON for a program. @param formPage where that is another page. */
  notTaken: (request: Request, why: Failure, reference: string, formPage?: string) => Promise<Response>
  broken: (request: Request, reference: string) => Promise<Response>
  unavailable: (request: Request, reference: string, cause: 'unreachable' | 'full' | 'slow') => Promise<Response>
  tooOften: (request: Request, reference: string, wait: number) => Promise<Response>
  rememberForm: (request: Request, form: Record<string, string>) => void
}

export function createErrorPages(responses: PageResponses, security: Security): ErrorPages {
  const posted = new WeakMap<Request, Record<string, string>>()
  return {
    notFound,
    notTaken,
    broken,
    unavailable,
    tooOften: (request, reference, wait) =>
      cannotNow(request, 429, { reference, cause: 'often', wait, sent: null, isForm: false }),
    rememberForm: (request, form) => posted.set(request, form),
  }

  async function notFound(request: Request): Promise<Response> {
    const state: PageState = { page: 'notFound', url: addressOf(request), status: 404, data: null }
    return await responses.page(request, state, {
      tags: [],
      headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
    })
  }

  async function notTaken(request: Request, why: Failure, reference: string, formPage?: string): Promise<Response> {
    if (!request.headers.get('accept')?.includes('text/html')) return failureResponse(why, reference, security.headers)
    const address = addressOf(request)
    const data: NotTakenData = { reason: why.message, address: formPage ?? address, reference }
    const state: PageState = { page: 'notTaken', url: address, status: statusOfFailure[why.failure], data }
    const headers: Record<string, string> = why.retryAfter ? { 'retry-after': String(why.retryAfter) } : {}
    return await responses.page(request, state, { headers })
  }

  async function broken(request: Request, reference: string): Promise<Response> {
    const state: PageState = { page: 'error', url: addressOf(request), status: 500, data: { reference } }
    return await responses.page(request, state, {})
  }

  async function unavailable(
    request: Request,
    reference: string,
    cause: 'unreachable' | 'full' | 'slow',
  ): Promise<Response> {
    const isForm = request.method === 'POST'
    const form = isForm ? await formOf(request) : null
    // A password must not be in a page.
    const mayShow = form !== null && !Object.keys(form).some((name) => /password|code/i.test(name))
    const sent = mayShow ? Object.entries(form).map(([name, value]) => ({ name, value })) : null
    return await cannotNow(request, 503, { reference, cause, wait: unavailableRetryAfter, sent, isForm })
  }

  async function cannotNow(
    request: Request,
    status: 429 | 503,
    why: Omit<UnavailableData, 'address'>,
  ): Promise<Response> {
    const address = addressOf(request)
    const state: PageState = { page: 'unavailable', url: address, status, data: { ...why, address } }
    return await responses.page(request, state, { headers: { 'retry-after': String(why.wait) } })
  }

  async function formOf(request: Request): Promise<Record<string, string> | null> {
    const known = posted.get(request)
    if (known || request.bodyUsed || !security.isSameOrigin(request.headers)) return known ?? null
    const form = await readForm(request)
    return isFailure(form) ? null : form.value
  }
}

function addressOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}
