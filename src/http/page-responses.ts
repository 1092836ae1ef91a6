import type { ShownClaim } from '#domain/claims.ts'
import { londonDay } from '#domain/london-time.ts'
import { arePaymentsTest } from '#env.ts'
import { chooseEncoding, compress, compressStream } from '#requests/compress.ts'
import type { KeptAnswer } from '#requests/page-loader.ts'
import { prefersJson } from '#requests/read-preferences.ts'
import type { Services } from '#requests/services.ts'
import type { NotTakenData } from '#shell/not-taken-page.tsx'
import type { ShownPageId } from '#shell/page-modules.ts'
import type { PageState } from '#shell/place.ts'
import type { UnavailableData } from '#shell/unavailable-page.tsx'
import { allArrived, deferredNames } from '#wire/deferred.ts'
import { type Failure, isFailure, statusOfFailure } from '#wire/failure.ts'
import type { Assets } from './assets.ts'
import { failureResponse } from './failure-response.ts'
import type { HeaderPartners } from './header-partners.ts'
import { readForm } from './read-body.ts'
import { renderPage, streamPage } from './render-page.tsx'
import type { Security } from './security.ts'

type Context = { services: Services; assets: Assets; security: Security; partners: HeaderPartners }
type PageParts = Extract<KeptAnswer<unknown>, { kind: 'page' }>
type Redirect = Extract<KeptAnswer<unknown>, { kind: 'redirect' }>

type PageResponses = ReturnType<typeof createPageResponses>

export function createPageResponses({ services, assets, security, partners }: Context) {
  const { env, brand, log } = services
  return { bytesOf, page, redirect }

  function documentFor({ page, admin }: Pick<PageState, 'page' | 'admin'>, shown: readonly ShownClaim[]) {
    return {
      brand,
      partners: shown,
      assets: assets.forPage(page, admin !== undefined),
      publicUrl: env.publicUrl,
      year: services.now().getFullYear(),
      day: londonDay(services.now()),
      demonstration: { data: env.mode === 'demo', payments: arePaymentsTest(env) },
    }
  }

  async function bytesOf<Id extends ShownPageId>(request: Request, state: PageState<Id>): Promise<Uint8Array> {
    if (deferredNames(state.data).length > 0)
      throw new Error(`The page ${state.page} is cached, so nothing of it may be deferred.`)
    if (wantsJson(request)) return jsonOf(state)
    return await renderPage(documentFor(state, await partners.read()), state)
  }

  async function page<Id extends ShownPageId>(
    request: Request,
    state: PageState<Id>,
    answer: Omit<PageParts, 'kind' | 'data'>,
  ): Promise<Response> {
    const encoding = chooseEncoding(request.headers.get('accept-encoding'))
    const headers = new Headers({
      ...security.headers,
      ...(answer.tags ? { 'cache-control': answer.cookies ? 'no-store' : 'no-cache' } : security.personal),
      'content-type': contentTypeFor(request),
      vary: 'accept, accept-encoding, cookie',
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      ...answer.headers,
    })
    for (const cookie of answer.cookies ?? []) headers.append('set-cookie', cookie)
    const { status } = state
    const document = async () => documentFor(state, await partners.read().catch(() => []))
    const deferred = deferredNames(state.data)
    if (deferred.length > 0 && !wantsJson(request)) {
      const nonce = crypto.getRandomValues(new Uint8Array(16)).toBase64()
      for (const [name, value] of Object.entries(security.nonceHeaders(nonce))) headers.set(name, value)
      const report = (problem: unknown) => log.error('deferred section broke', { page: state.page }, problem)
      const stream = await streamPage(await document(), { ...state, deferred }, nonce, report)
      return new Response(compressStream(stream, encoding), { status, headers })
    }
    const body = wantsJson(request)
      ? jsonOf({ ...state, data: await allArrived(state.data) })
      : await renderPage(await document(), state)
    return new Response(compress(body, encoding) as Uint8Array<ArrayBuffer>, { status, headers })
  }

  function redirect(request: Request, answer: Redirect): Response {
    const headers = new Headers({ ...security.headers, 'cache-control': 'no-store', vary: 'accept' })
    for (const cookie of answer.cookies ?? []) headers.append('set-cookie', cookie)
    if (wantsJson(request)) {
      headers.set('content-type', 'application/json')
      return new Response(JSON.stringify({ redirect: answer.to }), { headers })
    }
    headers.set('location', answer.to)
    return new Response(null, { status: answer.status, headers })
  }
}

function jsonOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value))
}

export function wantsJson(request: Request): boolean {
  return prefersJson(request.headers.get('accept'))
}

export function contentTypeFor(request: Request): string {
  return wantsJson(request) ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8'
}

export const unavailableRetryAfter = 15

export function createErrorPages(responses: PageResponses, security: Security) {
  const posted = new WeakMap<Request, Record<string, string>>()
  return {
    notFound,
    notTaken,
    broken,
    unavailable,
    tooOften: (request: Request, reference: string, wait: number) =>
      cannotNow(request, 429, { reference, cause: 'often', wait, sent: null, isForm: false }),
    rememberForm: (request: Request, form: Record<string, string>) => posted.set(request, form),
  }

  async function notFound(request: Request): Promise<Response> {
    const state: PageState = { page: 'notFound', url: addressOf(request), status: 404, data: null }
    return await responses.page(request, state, {
      tags: [],
      headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
    })
  }

  /** Words for a person, JSON for a program. @param formPage where that is another page. */
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

  async function unavailable(request: Request, reference: string, cause: 'unreachable' | 'full' | 'slow') {
    const isForm = request.method === 'POST'
    const form = isForm ? await formOf(request) : null
    // A password must not be in a page.
    const mayShow = form !== null && !Object.keys(form).some((name) => /password|code/i.test(name))
    const sent = mayShow ? Object.entries(form).map(([name, value]) => ({ name, value })) : null
    return await cannotNow(request, 503, { reference, cause, wait: unavailableRetryAfter, sent, isForm })
  }

  async function cannotNow(request: Request, status: 429 | 503, why: Omit<UnavailableData, 'address'>) {
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
