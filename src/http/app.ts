import { join } from 'node:path'
import { staticPlugin } from '@elysiajs/static'
import type { Server } from 'bun'
import { Elysia } from 'elysia'
import type { PageId } from '#admin-pages.ts'
import { limitStatements } from '#database/follow-statements.ts'
import type { ReadReplica } from '#database/read-replica.ts'
import type { DatabaseWatch } from '#database/watch-database.ts'
import { londonDay } from '#domain/london-time.ts'
import { madeOnce } from '#domain/made-once.ts'
import { balancerRoadHeader, doctorHeader, seenAddressHeader, seenRoadHeader } from '#process/doctor-header.ts'
import { projectRoot } from '#process/project-root.ts'
import { isKnown } from '#requests/read-preferences.ts'
import type { Services } from '#requests/services.ts'
import { allPages, pageIds, routeOf } from './all-pages.ts'
import { loadAssets } from './assets.ts'
import { countVisits } from './count-visits.ts'
import { createEdgeHeaders } from './edge-headers.ts'
import { newReference } from './failure-response.ts'
import { createFiles, wellKnownTexts } from './file-routes.ts'
import { createGuard } from './guard-request.ts'
import { loadHandlers } from './handlers.ts'
import { createHeaderPartners } from './header-partners.ts'
import { otherMethod, readMethods, routing } from './methods.ts'
import { createPageCache, type PageCache } from './page-cache.ts'
import { largestBody } from './read-body.ts'
import { readFromCopy } from './read-from-copy.ts'
import { loadPages } from './render-page.tsx'
import { createSecurity } from './security.ts'
import { createPageServer, pathWithQuery } from './serve-page.ts'
import { clientAddress, createVisitor } from './visitor.ts'

const cacheBytes = 32 * 1024 * 1024
const coverCacheBytes = 4 * 1024 * 1024
const anHour = 'public, max-age=3600'

/** Null for a value that is not UTF-8. */
type Params = Record<string, string | null> | undefined

export async function createApp(
  services: Services,
  sandboxPages: (request: Request) => Promise<Response | null>,
  watch: DatabaseWatch,
  isReady: () => Promise<boolean>,
  replica: ReadReplica | null = null,
) {
  const security = createSecurity(services.env)
  const assets = loadAssets(security.headers)
  const edge = createEdgeHeaders(services.cdn)
  const cache = createPageCache({
    maxBytes: cacheBytes,
    headers: { ...security.headers },
    day: londonDay,
    now: services.now,
    edge,
  })
  const covers = createPageCache({ maxBytes: coverCacheBytes, headers: { ...security.headers }, day: () => '', edge })
  const reading = { ...services, sql: limitStatements(services.sql, services.env.pageStatementSeconds * 1000) }
  const copied = replica && readFromCopy(reading, replica)
  const clientKey = (request: Request) => visitorOf(request).address
  const partners = createHeaderPartners(reading)
  // Read while the pages' code loads; without the database the first page asks again.
  partners.read().catch(() => {})
  await loadPages()
  const pages = createPageServer({ services, reading, copied, assets, security, partners, cache, covers, clientKey })
  const metrics =
    services.env.metricsPort > 0
      ? (await import('./metrics.ts')).createMetrics({
          caches: [cache, covers],
          watch,
          works: services.env.role !== 'web',
          services,
          ...(copied && replica ? { replica: { reads: copied.counts, isCurrent: replica.isCurrent } } : {}),
        })
      : null
  const visits = countVisits(services)
  const guarded = createGuard({ services, security, watch, pages, metrics })
  const visitorOf = (request: Request) =>
    createVisitor(request.headers, app.server?.requestIP(request)?.address ?? '', services)
  const files = createFiles({ services, reading, security, pages, edge })
  const loadApi = madeOnce(async () => {
    const { createApi } = await import('./api.ts')
    return createApi({ services, reading, security, pages, guarded, visitorOf, failed })
  })

  const publicFiles = new Elysia()
    // The library's tag lacks the quotes that browsers need (RFC 9110, 8.8.3).
    .onAfterHandle(({ request, response }) => (response instanceof Response ? withTag(request, response) : response))
    .use(
      await staticPlugin({
        assets: join(projectRoot, 'public'),
        prefix: '/',
        indexHTML: false,
        alwaysStatic: true,
        maxAge: 3600,
        headers: security.headers,
      }),
    )
  // Before all routes: otherwise the library would show the problem's own words.
  const app = new Elysia(routing).onError(failed)
  const readable = (path: string, answer: (request: Request) => Response | Promise<Response>) =>
    app.all(path, ({ request }) => otherMethod(request, readMethods, security.headers) ?? answer(request), {
      parse: 'none',
    })
  readable('/healthz', () => plain('ok', 200))
  readable('/readyz', async (request) => {
    const answer = (await isReady()) ? plain('ready', 200) : plain('not ready', 503)
    const { headers } = request
    if (headers.get('x-doctor') === doctorHeader(services.env)['x-doctor']) {
      const socketAddress = app.server?.requestIP(request)?.address ?? ''
      answer.headers.set(seenAddressHeader, clientAddress(headers, socketAddress, services.env.trustProxy))
      answer.headers.set(seenRoadHeader, headers.get(balancerRoadHeader) ?? headers.get('x-forwarded-for') ?? '')
    }
    return answer
  })
  readable('/assets/*', (request) => assets.serve(pathOf(request), request.headers) ?? missing(request))
  for (const [path, text] of Object.entries(wellKnownTexts(services))) readable(path, () => plain(text(), 200, anHour))
  app.use(publicFiles)
  // The library routes GET and HEAD only.
  for (const { path } of publicFiles.routes) readable(path, missing)

  const pageOf = new Map(pageIds.map((id) => [allPages[id].path, id]))
  for (const path of new Set([...pageOf.keys(), ...files.patterns])) {
    const page = pageOf.get(path) ?? null
    any(path, ({ request, params }) => answer(request, path, page, params))
    if (page && path !== '/' && path !== '/api')
      any(`${path}/*`, ({ request, params }) => withoutSlashes(request, params))
  }
  any('/api/*', async ({ request }) => (await loadApi())(request))
  any('/api/', ({ request, params }) => withoutSlashes(request, params))
  any('/sandbox/*', async ({ request }) => (await sandboxPages(request)) ?? missing(request))
  any('/*', ({ request }) => missing(request))

  const loadForms = async () => {
    await loadHandlers()
    await files.load()
    await loadApi()
  }
  const invalidated: Pick<PageCache, 'announce' | 'clear'> = {
    announce(tags) {
      if (tags.includes('*')) partners.forget()
      cache.announce(tags)
    },
    clear() {
      partners.forget()
      cache.clear()
    },
  }
  return { invalidated, metrics, visits, listen, loadForms }

  /** Kept pages are answered before the router: most requests end here. */
  function listen(port: number): Server<unknown> {
    const server = Bun.serve({
      port,
      hostname: '0.0.0.0',
      maxRequestBodySize: largestBody,
      idleTimeout: 30,
      fetch: (request) => {
        if (request.method !== 'GET') return route(request)
        // Read once: it costs a tenth of a kept answer.
        const path = pathWithQuery(request)
        visits.count(path)
        return pages.answerCached(request, path) ?? route(request)
      },
    })
    app.server = server
    return server
  }

  async function route(request: Request): Promise<Response> {
    const response = URL.canParse(request.url)
      ? await app.fetch(request)
      : plain('The request does not name a valid host.', 400)
    if (!response.headers.has('x-request-id')) response.headers.set('x-request-id', newReference())
    // More of the body may come than was read.
    if (request.headers.has('transfer-encoding')) response.headers.set('connection', 'close')
    edge?.guard(response.headers)
    return response
  }

  /** Declared async: otherwise the router parses its source to find out, a fifth of the time to the first answer. */
  async function failed({ request, error }: { request: Request; error: unknown }): Promise<Response> {
    const reference = newReference()
    services.log.error('request failed', { reference }, error)
    const response = await pages.broken(request, reference)
    response.headers.set('x-request-id', reference)
    return response
  }

  /** HEAD by name: the library would read a whole answer for its length. */
  function any(path: string, answer: (asked: { request: Request; params: Params }) => Promise<Response>): void {
    app.all(path, answer, { parse: 'none' }).head(path, answer, { parse: 'none' })
  }

  function answer(request: Request, path: string, found: PageId | null, params: Params = {}): Promise<Response> {
    const url = new URL(request.url)
    const page = Object.values(params).includes(null) ? null : found
    const route = routeOf(page, url.pathname)
    return guarded(request, route, async (reference) => {
      const asked = { request, url, reference, visitor: visitorOf(request), page, route }
      const file = params['*'] === '' ? null : await files.serve(path, asked)
      if (file) return file
      return page
        ? await pages.serve(asked, page, params as Record<string, string>)
        : await pages.missing(request, reference)
    })
  }

  function withoutSlashes(request: Request, params: Params = {}): Promise<Response> {
    const isOther = Object.values(params).includes(null) || /[^/]/.test(params['*'] ?? '')
    if (isOther) return missing(request)
    const { pathname, search } = new URL(request.url)
    return guarded(request, routeOf(null, pathname), async () =>
      pages.redirect(request, pathname.replace(/\/+$/, '') + search),
    )
  }

  function missing(request: Request): Promise<Response> {
    return guarded(request, routeOf(null, pathOf(request)), (reference) => pages.missing(request, reference))
  }

  function plain(text: string, status: number, cacheControl = 'no-store'): Response {
    const headers = { ...security.headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': cacheControl }
    return new Response(text, { status, headers })
  }
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname
}

function withTag(request: Request, response: Response): Response {
  const { headers } = response
  const tag = headers.get('etag')
  if (!tag) return response
  const etag = `"${tag}"`
  headers.set('etag', etag)
  return isKnown(request.headers.get('if-none-match'), etag) ? new Response(null, { status: 304, headers }) : response
}
