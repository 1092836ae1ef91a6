import { join } from 'node:path'
import { staticPlugin } from '@elysiajs/static'
import type { Server } from 'bun'
import { Elysia } from 'elysia'
import { limitStatements } from '#database/limit-statements.ts'
import type { ReadReplica } from '#database/read-replica.ts'
import type { DatabaseWatch } from '#database/watch-database.ts'
import { londonDay } from '#domain/london-time.ts'
import { projectRoot } from '#process/project-root.ts'
import { isKnown } from '#requests/read-preferences.ts'
import type { Services } from '#requests/services.ts'
import { routeOf } from './all-pages.ts'
import type { createApi } from './api.ts'
import { loadAssets } from './assets.ts'
import { countVisits } from './count-visits.ts'
import { createEdgeHeaders } from './edge-headers.ts'
import { createFiles } from './file-routes.ts'
import { createGuard } from './guard-request.ts'
import { loadHandlers } from './handlers.ts'
import { createHeaderPartners } from './header-partners.ts'
import { otherMethod, readMethods } from './methods.ts'
import { newReference } from './new-reference.ts'
import { createPageCache, type PageCache } from './page-cache.ts'
import { largestBody } from './read-body.ts'
import { readFromCopy } from './read-from-copy.ts'
import { loadPages } from './render-page.tsx'
import { createSecurity } from './security.ts'
import { createPageServer, pathWithQuery } from './serve-page.ts'
import { createVisitor } from './visitor.ts'
import { wellKnownTexts } from './well-known.ts'

/** What the built-in stand-ins serve to a browser below `/sandbox/`. */
type SandboxPages = (request: Request) => Promise<Response | null>

const cacheBytes = 32 * 1024 * 1024
const coverCacheBytes = 4 * 1024 * 1024
const anHour = 'public, max-age=3600'

/**
 * The whole site as one Elysia app, in the order in which a request meets it.
 *
 * @param isReady whether the process can serve, asked at each `/readyz`.
 * @param replica what public pages are read from while it is current.
 */
export async function createApp(
  services: Services,
  sandboxPages: SandboxPages,
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
  // On their way while the pages' code loads; where the database is away, the first page asks again.
  partners.read().catch(() => {})
  await loadPages()
  const pages = createPageServer({ services, reading, copied, assets, security, partners, cache, covers, clientKey })
  // Its library takes a while to load: a process that nobody asks does without.
  const metrics =
    services.env.metricsPort > 0
      ? (await import('./metrics.ts')).createMetrics({
          caches: [cache, covers],
          watch,
          works: services.env.role !== 'web',
          env: services.env,
          ...(copied ? { reads: copied.counts } : {}),
        })
      : null
  const visits = countVisits(services)
  const guarded = createGuard({ services, security, watch, pages, metrics })
  const visitorOf = (request: Request) =>
    createVisitor(request.headers, app.server?.requestIP(request)?.address ?? '', services)
  const files = createFiles({ services, reading, security, pages, edge, visitorOf })
  let api: Promise<ReturnType<typeof createApi>> | undefined
  const loadApi = () => {
    api ??= import('./api.ts').then(({ createApi }) =>
      createApi({ services, reading, security, pages, guarded, visitorOf, failed }),
    )
    return api
  }

  const publicFiles = new Elysia()
    // The library's tag has no quotes, so it is none to a browser (RFC 9110, 8.8.3), and the library would compare it as it stands.
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
  // Before all routes: what throws without it is answered by the library, with the problem's own words.
  const app = new Elysia({ strictPath: true }).onError(failed)
  const readable = (path: string, answer: (request: Request) => Response | Promise<Response>) =>
    app.all(path, ({ request }) => otherMethod(request, readMethods, security.headers) ?? answer(request), {
      parse: 'none',
    })
  readable('/healthz', () => plain('ok', 200))
  readable('/readyz', async () => ((await isReady()) ? plain('ready', 200) : plain('not ready', 503)))
  readable('/assets/*', (request) => assets.serve(pathOf(request), request.headers) ?? page(request))
  for (const [path, text] of Object.entries(wellKnownTexts(services))) readable(path, () => plain(text(), 200, anHour))
  app.use(publicFiles)
  // The library takes GET and HEAD of each; whatever else comes meets this.
  for (const { path } of publicFiles.routes) readable(path, page)

  app
    .all('/api/*', async ({ request }) => (pathOf(request) === '/api/' ? page(request) : (await loadApi())(request)), {
      parse: 'none',
    })
    .all('/sandbox/*', async ({ request }) => (await sandboxPages(request)) ?? page(request), { parse: 'none' })
    .all('/*', async ({ request }) => await page(request), { parse: 'none' })

  /** Loads what public pages do without, so that nobody's first call or form waits for it. */
  const loadForms = async () => {
    await Promise.all([loadApi(), loadHandlers(), files.load()])
  }
  /** What the database announces reaches all that is kept of its data. */
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

  /** Serves on a port. What is kept is answered before the router is asked: that is where most requests end. */
  function listen(port: number): Server<unknown> {
    const server = Bun.serve({
      port,
      hostname: '0.0.0.0',
      maxRequestBodySize: largestBody,
      idleTimeout: 30,
      fetch: (request) => {
        if (request.method !== 'GET') return route(request)
        // The address is read once: reading costs what is answered most a tenth of its time.
        const path = pathWithQuery(request)
        visits.count(path)
        return pages.answerCached(request, path) ?? route(request)
      },
    })
    app.server = server
    return server
  }

  /** Every answer names its request, so that whoever asks about it can be helped. The router takes for granted that the host is one. */
  async function route(request: Request): Promise<Response> {
    const response = URL.canParse(request.url)
      ? await app.fetch(request)
      : plain('The request does not name a valid host.', 400)
    if (!response.headers.has('x-request-id')) response.headers.set('x-request-id', newReference())
    // It may go on for as long as it likes, whoever has read of it.
    if (request.headers.has('transfer-encoding')) response.headers.set('connection', 'close')
    edge?.guard(response.headers)
    return response
  }

  /** Declared async: otherwise the router reads its text to find out, which cost the first answer a fifth of its time. */
  async function failed({ request, error }: { request: Request; error: unknown }): Promise<Response> {
    const reference = newReference()
    services.log.error('request failed', { reference }, error)
    const response = await pages.broken(request, reference)
    response.headers.set('x-request-id', reference)
    return response
  }

  /** A page, or a file that stands beside pages; the 404 page for whatever is neither. */
  async function page(request: Request): Promise<Response> {
    return await guarded(
      request,
      routeOf(pathOf(request)),
      async (reference) =>
        (await files.serve(request, reference)) ?? (await pages.serve(request, visitorOf(request), reference)),
    )
  }

  function plain(text: string, status: number, cacheControl = 'no-store'): Response {
    const headers = { ...security.headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': cacheControl }
    return new Response(text, { status, headers })
  }
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname
}

/** A file's answer with its tag as browsers and caches know it, or 304 for whoever has it. */
function withTag(request: Request, response: Response): Response {
  const { headers } = response
  const tag = headers.get('etag')
  if (!tag) return response
  const etag = `"${tag}"`
  headers.set('etag', etag)
  return isKnown(request.headers.get('if-none-match'), etag) ? new Response(null, { status: 304, headers }) : response
}
