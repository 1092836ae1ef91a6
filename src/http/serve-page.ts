import { adminHref, type PageId } from '../admin-pages.ts'
import { arePaymentsTest } from '../env.ts'
import type { Handler, PageAnswer, PageRequest } from '../page-loader.ts'
import type { Services } from '../services.ts'
import type { DocumentData } from '../shell/app.tsx'
import type { NotTakenData } from '../shell/not-taken-page.tsx'
import type { DataOf, ShownPageId } from '../shell/page-modules.ts'
import type { PageState } from '../shell/place.ts'
import type { UnavailableData } from '../shell/unavailable-page.tsx'
import { inSpan } from '../trace.ts'
import type { Visitor } from '../visitor.ts'
import { type Failure, failure, isFailure, statusOfFailure, tooMany } from '../wire/failure.ts'
import type { AdminPerson } from '../wire/page.ts'
import { allPages, matchPage, routeOf } from './all-pages.ts'
import type { Assets } from './assets.ts'
import { chooseEncoding, compress, type Encoding } from './compress.ts'
import { failureResponse } from './failure-response.ts'
import { unavailableRetryAfter } from './guard-request.ts'
import { handlerOf } from './handlers.ts'
import { createReadLimits } from './limit-reads.ts'
import { otherMethod, readMethods } from './methods.ts'
import type { Made, PageCache } from './page-cache.ts'
import { type PostedForm, readForm, readFormWithFiles } from './read-body.ts'
import { prefersJson } from './read-preferences.ts'
import { renderPage } from './render-page.tsx'
import type { Security } from './security.ts'

type Context = {
  services: Services
  /** The same for what is only read: its statements may not take long. */
  reading: Services
  assets: Assets
  security: Security
  kept: PageCache
  /** Drawn covers, apart from the pages: nobody who makes up addresses of theirs drops a page. */
  covers: PageCache
  /** By which a client's reads are counted. */
  clientKey: (request: Request) => string
}

export type PageServer = {
  /** The kept answer to a GET of a page or a list, without waiting; undefined when it must be made. */
  answerKept: (request: Request) => Response | undefined
  /** The kept answer, or the one that is made now; 429 to whoever has made too many. */
  answerOrMake: (request: Request, reference: string, make: () => Promise<Made>) => Promise<Response>
  /** Any page: GET, HEAD, or the post of its own form; a path of a page with a slash too many leads to the page. */
  serve: (request: Request, visitor: Visitor, reference: string) => Promise<Response>
  /** The error page, or its JSON. */
  broken: (request: Request, reference: string) => Promise<Response>
  /** Why it cannot be had at the moment, in plain words; carries on what a form has brought. */
  unavailable: (request: Request, reference: string, cause: 'away' | 'slow') => Promise<Response>
  /** The answer to a client that has made too many such reads in a minute; null as long as it has not. */
  refuseTooMany: (request: Request, reference: string) => Promise<Response> | null
}

/** Answers pages: status, redirect and 404 before the first byte, then the stream, or the data alone for a move in the browser. */
export function createPageServer(context: Context): PageServer {
  const { services, reading, assets, security, kept, covers, clientKey } = context
  const { env, brand } = services
  const documentFor = (page: ShownPageId): DocumentData => ({
    brand,
    assets: assets.forPage(page),
    publicUrl: env.publicUrl,
    year: services.now().getFullYear(),
    demonstration: arePaymentsTest(env),
  })

  /** What was posted, for the case that it cannot be stored. */
  const posted = new WeakMap<Request, Record<string, string>>()

  const takeRead = createReadLimits()

  return { answerKept, answerOrMake, serve, broken, unavailable, refuseTooMany }

  function answerKept(request: Request): Response | undefined {
    const { headers } = request
    const key = keyOf(request)
    const encoding = chooseEncoding(headers.get('accept-encoding'))
    return cacheOf(key).answer(key, encoding, headers.get('if-none-match'))
  }

  async function answerOrMake(request: Request, reference: string, make: () => Promise<Made>): Promise<Response> {
    const { headers } = request
    const key = keyOf(request)
    const makeCounted = async () => {
      const refused = await refuseTooMany(request, reference)
      if (refused) return { response: refused }
      const made = await make()
      if ('page' in made) Object.assign(made.page, { route: routeOf(new URL(request.url).pathname), reference })
      return made
    }
    const encoding = chooseEncoding(headers.get('accept-encoding'))
    return await cacheOf(key).answerOrMake(key, encoding, headers.get('if-none-match'), makeCounted)
  }

  async function serve(request: Request, visitor: Visitor, reference: string): Promise<Response> {
    const url = new URL(request.url)
    const match = matchPage(url.pathname)
    const isRead = readMethods.includes(request.method)
    if (!match) {
      const bare = url.pathname.replace(/\/+$/, '')
      // 308 and not 301: a form that is posted there arrives as a post.
      if (matchPage(bare)) return redirect(request, { kind: 'redirect', to: bare + url.search, status: 308 })
      if (isRead) return await notFound(request, url)
      return failureResponse(failure('not-found', 'Nothing takes this call.'), reference, security.headers)
    }
    if (isRead) {
      if (!allPages[match.page].cache) {
        const made = await makePage(request, url, match.page, match.params, visitor)
        if ('page' in made) throw new Error(`The page ${match.page} is personal, but its loader names tags.`)
        return made.response
      }
      return await answerOrMake(request, reference, () => makePage(request, url, match.page, match.params, visitor))
    }
    const handler = await handlerOf(match.page)
    const taken = handler.act ? [...readMethods, 'POST'] : readMethods
    return (
      otherMethod(request, taken, security.headers, reference) ??
      (await takePost(request, url, match.page, handler, match.params, visitor, reference))
    )
  }

  async function makePage<Id extends PageId>(
    request: Request,
    url: URL,
    page: Id,
    params: Record<string, string>,
    visitor: Visitor,
  ): Promise<Made> {
    const refused = await refusalOf(request, url, page, visitor)
    if (refused) return { response: refused }
    const { load } = await handlerOf(page)
    const answer = await inSpan(`load ${page}`, {}, () => load(pageRequest(request, url, params, visitor, reading)))
    if (answer.kind === 'not-found') return { response: await notFound(request, url) }
    if (answer.kind === 'redirect') return { response: redirect(request, answer) }
    const state: PageState<Id> = {
      page,
      url: url.pathname + url.search,
      status: answer.status ?? 200,
      data: answer.data,
      ...(await adminOf(page, visitor)),
    }
    const keepable = answer.tags && state.status === 200 && !answer.cookies
    if (!keepable) return { response: await respond(request, state, answer) }
    const body = wantsJson(request)
      ? new TextEncoder().encode(JSON.stringify(state))
      : await allOf(await renderPage(documentFor(page), state))
    const headers = { vary: 'accept, accept-encoding', ...answer.headers }
    return { page: { tags: answer.tags!, contentType: contentTypeFor(request), body, headers } }
  }

  async function takePost<Id extends PageId>(
    request: Request,
    url: URL,
    page: Id,
    { act, takesFiles, oneClick }: Handler<DataOf<Id>>,
    params: Record<string, string>,
    visitor: Visitor,
    reference: string,
  ): Promise<Response> {
    if (!oneClick && !security.isSameOrigin(request.headers)) {
      return await notTaken(request, url, failure('forbidden', 'The form was not sent from this site.'), reference)
    }
    const refused = await refusalOf(request, url, page, visitor)
    if (refused) return refused
    const form: PostedForm | Failure = oneClick
      ? { value: {} }
      : await (takesFiles ? readFormWithFiles(request) : readForm(request))
    if (isFailure(form)) return await notTaken(request, url, form, reference)
    posted.set(request, form.value)
    const answer = await inSpan(`act ${page}`, {}, () =>
      act!({
        ...pageRequest(request, url, params, visitor, services),
        form: form.value,
        ...(form.files ? { files: form.files } : {}),
      }),
    )
    if (answer.kind === 'not-found') return await notFound(request, url)
    if (answer.kind === 'redirect') return redirect(request, answer)
    return await respond(
      request,
      {
        page,
        url: url.pathname + url.search,
        status: answer.status ?? 422,
        data: answer.data,
        ...(await adminOf(page, visitor)),
      },
      answer,
    )
  }

  /** The sign-in page for whoever is not signed in, plain words for whoever has another role, null for whoever may pass. */
  async function refusalOf(request: Request, url: URL, page: PageId, visitor: Visitor): Promise<Response | null> {
    const { permission = 'anyone' } = allPages[page]
    if (permission === 'anyone' || (await visitor.holds(permission))) return null
    if (!(await visitor.admin())) {
      const next = request.method === 'POST' ? url.pathname : url.pathname + url.search
      return redirect(request, { kind: 'redirect', to: adminHref('signIn', { next }), status: 303 })
    }
    const address = url.pathname + url.search
    const state = { page: 'refused', url: address, status: 403, data: null, ...(await adminOf(page, visitor)) } as const
    return await respond(request, state, { kind: 'page', data: null })
  }

  /** Who is signed in, for the frame of a page of the admin. */
  async function adminOf(page: PageId, visitor: Visitor): Promise<{ admin?: AdminPerson }> {
    const { permission = 'anyone' } = allPages[page]
    const person = permission === 'anyone' ? null : await visitor.admin()
    return person ? { admin: { name: person.name, role: person.role } } : {}
  }

  /** A page for this request alone. */
  async function respond<Id extends ShownPageId>(
    request: Request,
    state: PageState<Id>,
    answer: PageAnswer<unknown> & { kind: 'page' },
  ): Promise<Response> {
    const headers = new Headers({
      ...security.headers,
      ...(answer.tags ? { 'cache-control': 'no-cache' } : security.personal),
      'content-type': contentTypeFor(request),
      vary: 'accept, accept-encoding, cookie',
      ...answer.headers,
    })
    for (const cookie of answer.cookies ?? []) headers.append('set-cookie', cookie)
    const body = wantsJson(request)
      ? new TextEncoder().encode(JSON.stringify(state))
      : await allOf(await renderPage(documentFor(state.page), state))
    const encoding = chooseEncoding(request.headers.get('accept-encoding'))
    return encoded(body, encoding, { status: state.status, headers })
  }

  async function notFound(request: Request, url: URL): Promise<Response> {
    const state: PageState = { page: 'notFound', url: url.pathname + url.search, status: 404, data: null }
    return await respond(request, state, {
      kind: 'page',
      data: null,
      status: 404,
      tags: [],
      headers: { 'x-robots-tag': 'noindex' },
    })
  }

  /** A form that could not be read, in words for whoever posted it; a program gets JSON. */
  async function notTaken(request: Request, url: URL, why: Failure, reference: string): Promise<Response> {
    if (!request.headers.get('accept')?.includes('text/html')) return failureResponse(why, reference, security.headers)
    const address = url.pathname + url.search
    const data: NotTakenData = { reason: why.message, address, reference }
    const state: PageState = { page: 'notTaken', url: address, status: statusOfFailure[why.failure], data }
    return await respond(request, state, { kind: 'page', data })
  }

  async function broken(request: Request, reference: string): Promise<Response> {
    const url = new URL(request.url)
    const state: PageState = { page: 'error', url: url.pathname + url.search, status: 500, data: { reference } }
    return await respond(request, state, { kind: 'page', data: state.data })
  }

  async function unavailable(request: Request, reference: string, cause: 'away' | 'slow'): Promise<Response> {
    const isForm = request.method === 'POST'
    const form = isForm ? await formOf(request) : null
    // Nobody's password is put into a page.
    const mayShow = form !== null && !Object.keys(form).some((name) => /password|code/i.test(name))
    const sent = mayShow ? Object.entries(form).map(([name, value]) => ({ name, value })) : null
    return await cannotNow(request, 503, { reference, cause, wait: unavailableRetryAfter, sent, isForm })
  }

  async function cannotNow(
    request: Request,
    status: 429 | 503,
    why: Omit<UnavailableData, 'address'>,
  ): Promise<Response> {
    const url = new URL(request.url)
    const address = url.pathname + url.search
    const data: UnavailableData = { ...why, address }
    const headers = { 'retry-after': String(why.wait) }
    return await respond(request, { page: 'unavailable', url: address, status, data }, { kind: 'page', data, headers })
  }

  async function formOf(request: Request): Promise<Record<string, string> | null> {
    const known = posted.get(request)
    if (known || request.bodyUsed || !security.isSameOrigin(request.headers)) return known ?? null
    const form = await readForm(request)
    return isFailure(form) ? null : form.value
  }

  function redirect(request: Request, answer: PageAnswer<unknown> & { kind: 'redirect' }): Response {
    const headers = new Headers({ ...security.headers, 'cache-control': 'no-store', vary: 'accept' })
    for (const cookie of answer.cookies ?? []) headers.append('set-cookie', cookie)
    if (wantsJson(request)) {
      headers.set('content-type', 'application/json')
      return new Response(JSON.stringify({ redirect: answer.to }), { headers })
    }
    headers.set('location', answer.to)
    return new Response(null, { status: answer.status, headers })
  }

  function refuseTooMany(request: Request, reference: string): Promise<Response> | null {
    const wait = takeRead(request, clientKey)
    if (wait === null) return null
    const { pathname } = new URL(request.url)
    const isPage = !pathname.startsWith('/api/') && matchPage(pathname)
    return isPage
      ? cannotNow(request, 429, { reference, cause: 'often', wait, sent: null, isForm: false })
      : Promise.resolve(failureResponse(tooMany(wait), reference, security.headers))
  }

  function keyOf(request: Request): string {
    const { url } = request
    const path = url.slice(url.indexOf('/', 8))
    // A call answers the same to whatever it is asked for.
    return !path.startsWith('/api/') && wantsJson(request) ? `data ${path}` : path
  }

  function cacheOf(key: string): PageCache {
    return key.startsWith('/covers/') ? covers : kept
  }
}

function pageRequest(
  request: Request,
  url: URL,
  params: Record<string, string>,
  visitor: Visitor,
  services: Services,
): PageRequest {
  const { pathname, search, searchParams } = url
  return { params, query: searchParams, url: pathname + search, headers: request.headers, visitor, services }
}

/** The whole of a stream. (Reading it oneself takes a third less than `new Response(stream).bytes()`.) */
async function allOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    chunks.push(value)
  }
}

function encoded(body: Uint8Array, encoding: Encoding, init: { status: number; headers: Headers }): Response {
  if (encoding !== 'identity') init.headers.set('content-encoding', encoding)
  return new Response(compress(body, encoding) as Uint8Array<ArrayBuffer>, init)
}

function wantsJson(request: Request): boolean {
  return prefersJson(request.headers.get('accept'))
}

function contentTypeFor(request: Request): string {
  return wantsJson(request) ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8'
}
