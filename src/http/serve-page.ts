import { adminHref, type PageId } from '#admin-pages.ts'
import { inSpan } from '#process/trace.ts'
import { chooseEncoding } from '#requests/compress.ts'
import type { PageOrResponse, RoutedRequest } from '#requests/file-route.ts'
import type { Handler, KeptAnswer } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import type { DataOf } from '#shell/page-modules.ts'
import type { PageState } from '#shell/place.ts'
import { type Failure, failure, isFailure, tooMany } from '#wire/failure.ts'
import type { AdminPerson } from '#wire/page.ts'
import { allPages, keptAddress, knownQuery } from './all-pages.ts'
import type { Assets } from './assets.ts'
import { failureResponse } from './failure-response.ts'
import { handlerOf } from './handlers.ts'
import type { HeaderPartners } from './header-partners.ts'
import { createReadLimits } from './limit-reads.ts'
import { otherMethod, readMethods } from './methods.ts'
import type { PageCache } from './page-cache.ts'
import { contentTypeFor, createErrorPages, createPageResponses, wantsJson } from './page-responses.ts'
import { type PostedForm, readForm, readFormWithFiles } from './read-body.ts'
import type { ReplicaReads } from './read-from-copy.ts'
import type { Security } from './security.ts'

type Context = {
  services: Services
  reading: Services
  copied: ReplicaReads | null
  assets: Assets
  security: Security
  partners: HeaderPartners
  cache: PageCache
  /** Apart from the pages, which made-up addresses of covers must not drop. */
  covers: PageCache
  clientKey: (request: Request) => string
}

const badgeFile = /^\/badge\/[^/?]+\.svg(?:\?|$)/

type CachedRead = Pick<RoutedRequest, 'request' | 'reference' | 'page' | 'route'>

export type PageServer = ReturnType<typeof createPageServer>

export function createPageServer(context: Context) {
  const { services, reading, copied, assets, security, partners, cache, covers, clientKey } = context
  const responses = createPageResponses({ services, assets, security, partners })
  const errors = createErrorPages(responses, security)
  const takeRead = createReadLimits()

  // 308 and not 301: a posted form arrives as a post.
  const redirect = (request: Request, to: string) => responses.redirect(request, { kind: 'redirect', to, status: 308 })
  return { ...errors, answerCached, answerOrMake, serve, redirect, missing, refuseTooMany }

  /** Without waiting; undefined when it must be made. @param address path and query. */
  function answerCached(request: Request, address: string): Response | undefined {
    const { key, encoding, ifNoneMatch } = askedFor(request, address)
    return cacheOf(key).answer(key, encoding, ifNoneMatch)
  }

  /** @param address without what changes nothing in the answer. */
  async function answerOrMake(
    asked: CachedRead,
    make: (reading: Services) => Promise<PageOrResponse>,
    address = pathWithQuery(asked.request),
  ): Promise<Response> {
    const { request, reference, route } = asked
    const { key, encoding, ifNoneMatch } = askedFor(request, address)
    const makeCounted = async () => {
      const refused = await refuseTooMany(asked)
      if (refused) return { response: refused }
      const made = (copied && (await copied.tryMaking(make))) ?? (await make(reading))
      if ('page' in made) Object.assign(made.page, { route, reference })
      return made
    }
    return await cacheOf(key).answerOrMake(key, encoding, ifNoneMatch, makeCounted)
  }

  async function serve(asked: RoutedRequest, page: PageId, params: Record<string, string>): Promise<Response> {
    const { request, url, reference } = asked
    if (readMethods.includes(request.method)) {
      if (!allPages[page].cache) {
        const made = await makePage(asked, page, params, reading)
        if ('page' in made) throw new Error(`The page ${page} is personal, but its loader names tags.`)
        return made.response
      }
      const kept = new URL(keptAddress(page, params, url.searchParams), url)
      return await answerOrMake(
        asked,
        (reading) => makePage({ ...asked, url: kept }, page, params, reading),
        kept.pathname + kept.search,
      )
    }
    const handler = await handlerOf(page)
    const taken = handler.act ? [...readMethods, 'POST'] : readMethods
    return otherMethod(request, taken, security.headers, reference) ?? (await takePost(asked, page, handler, params))
  }

  async function missing(request: Request, reference: string): Promise<Response> {
    if (readMethods.includes(request.method)) return await errors.notFound(request)
    return failureResponse(failure('not-found', 'Nothing takes this call.'), reference, security.headers)
  }

  async function makePage<Id extends PageId>(
    asked: RoutedRequest,
    page: Id,
    params: Record<string, string>,
    reading: Services,
  ): Promise<PageOrResponse> {
    const refused = await refusalOf(asked, page)
    if (refused) return { response: refused }
    const { request, url } = asked
    const { load } = await handlerOf(page)
    const given = pageRequest(asked, params, reading)
    if (allPages[page].cache) given.query = knownQuery(url.search, page)
    const answer = await inSpan(`load ${page}`, {}, () => load(given))
    if (answer.kind === 'not-found') return { response: await errors.notFound(request) }
    if (answer.kind === 'redirect') return { response: responses.redirect(request, answer) }
    const state = await stateOf(asked, page, answer, 200)
    const keepable = answer.tags && state.status === 200 && !answer.cookies
    if (!keepable) return { response: await responses.page(request, state, answer) }
    const body = await responses.bytesOf(request, state)
    const headers = { vary: 'accept, accept-encoding', ...answer.headers }
    const until = answer.until ? { until: Date.parse(answer.until) } : {}
    return { page: { tags: answer.tags!, ...until, contentType: contentTypeFor(request), body, headers } }
  }

  async function takePost<Id extends PageId>(
    asked: RoutedRequest,
    page: Id,
    { act, takesFiles, oneClick }: Handler<DataOf<Id>, string[]>,
    params: Record<string, string>,
  ): Promise<Response> {
    const { request, reference } = asked
    if (!oneClick && !security.isSameOrigin(request.headers)) {
      return await errors.notTaken(request, failure('forbidden', 'The form was not sent from this site.'), reference)
    }
    const refused = await refusalOf(asked, page)
    if (refused) return refused
    const form: PostedForm | Failure = oneClick
      ? { value: {} }
      : await (takesFiles ? readFormWithFiles(request) : readForm(request))
    if (isFailure(form)) return await errors.notTaken(request, form, reference)
    errors.rememberForm(request, form.value)
    const answer = await inSpan(`act ${page}`, {}, () =>
      act!({
        ...pageRequest(asked, params, services),
        form: form.value,
        ...(form.files ? { files: form.files } : {}),
      }),
    )
    if (answer.kind === 'not-found') return await errors.notFound(request)
    if (answer.kind === 'redirect') return responses.redirect(request, answer)
    return await responses.page(request, await stateOf(asked, page, answer, 422), answer)
  }

  async function stateOf<Id extends PageId>(
    { url, visitor }: RoutedRequest,
    page: Id,
    { status, data, posted }: Extract<KeptAnswer<DataOf<Id>>, { kind: 'page' }>,
    usualStatus: number,
  ): Promise<PageState<Id>> {
    const shown = { page, url: url.pathname + url.search, status: status ?? usualStatus, data }
    return { ...shown, ...(posted && { posted }), ...(await adminOf(page, visitor)) }
  }

  async function refusalOf({ request, url, visitor }: RoutedRequest, page: PageId): Promise<Response | null> {
    const { permission = 'anyone' } = allPages[page]
    if (permission === 'anyone' || (await visitor.holds(permission))) return null
    const address = url.pathname + url.search
    if (!(await visitor.admin())) {
      const next = request.method === 'POST' ? url.pathname : address
      return responses.redirect(request, { kind: 'redirect', to: adminHref('signIn', { next }), status: 303 })
    }
    const state = { page: 'refused', url: address, status: 403, data: null, ...(await adminOf(page, visitor)) } as const
    return await responses.page(request, state, {})
  }

  async function adminOf(page: PageId, visitor: Visitor): Promise<{ admin?: AdminPerson }> {
    const { permission = 'anyone' } = allPages[page]
    const person = permission === 'anyone' ? null : await visitor.admin()
    return person ? { admin: { name: person.name, roles: person.roles } } : {}
  }

  function refuseTooMany({ request, reference, page }: Omit<CachedRead, 'route'>): Promise<Response> | null {
    const wait = takeRead(request, clientKey)
    if (wait === null) return null
    return page
      ? errors.tooOften(request, reference, wait)
      : Promise.resolve(failureResponse(tooMany(wait), reference, security.headers))
  }

  /** A badge is as small as its headers: choosing an encoding would cost a fifth of its answer, so everybody gets the same bytes. */
  function askedFor(request: Request, address: string) {
    if (badgeFile.test(address)) return { key: address, encoding: 'identity' as const, ifNoneMatch: null }
    const { headers } = request
    const key = !address.startsWith('/api/') && wantsJson(request) ? `data ${address}` : address
    return { key, encoding: chooseEncoding(headers.get('accept-encoding')), ifNoneMatch: headers.get('if-none-match') }
  }

  function cacheOf(key: string): PageCache {
    return key.startsWith('/covers/') ? covers : cache
  }
}

export function pathWithQuery({ url }: Request): string {
  return url.slice(url.indexOf('/', 8))
}

function pageRequest({ request, url, visitor }: RoutedRequest, params: Record<string, string>, services: Services) {
  const { pathname, search, searchParams } = url
  return { params, query: searchParams, url: pathname + search, headers: request.headers, visitor, services }
}
