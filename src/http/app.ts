import { join } from 'node:path'
import { staticPlugin } from '@elysiajs/static'
import type { Server } from 'bun'
import { Elysia } from 'elysia'
import type { DatabaseWatch } from '../database/watch-database.ts'
import { londonDay } from '../domain/london-time.ts'
import { projectRoot } from '../project-root.ts'
import type { Services } from '../services.ts'
import type { createApi } from './api.ts'
import { loadAssets } from './assets.ts'
import { countVisits } from './count-visits.ts'
import { makeCover } from './covers.ts'
import { createGuard, newReference } from './guard-request.ts'
import { createKeptPages } from './kept-pages.ts'
import { rawBodyLimit } from './read-body.ts'
import { loadPages } from './render-page.tsx'
import { routeOf } from './route-of.ts'
import { createSecurity } from './security.ts'
import { createPageServer } from './serve-page.ts'
import { createSharedFiles } from './shared-files.ts'
import { createVisitor } from './visitor.ts'
import { wellKnownTexts } from './well-known.ts'

/** What the built-in stand-ins serve to a browser below `/sandbox/`. */
export type SandboxPages = (request: Request) => Promise<Response | null>

const keptBytes = 32 * 1024 * 1024

/**
 * The whole site as one Elysia app, in the order in which a request meets it.
 *
 * @param isReady whether the process can serve, asked at each `/readyz`.
 */
export async function createApp(
  services: Services,
  sandboxPages: SandboxPages,
  watch: DatabaseWatch,
  isReady: () => Promise<boolean>,
) {
  const security = createSecurity(services.env)
  const assets = loadAssets(security.headers)
  const kept = createKeptPages({
    maxBytes: keptBytes,
    headers: { ...security.headers },
    day: () => londonDay(services.now()),
  })
  const pages = createPageServer({ services, assets, security, kept, loaded: await loadPages() })
  // Its library takes a while to load: a process that nobody asks does without.
  const metrics = services.env.metricsPort > 0 ? (await import('./metrics.ts')).createMetrics({ kept, watch }) : null
  const visits = countVisits(services)
  const guarded = createGuard({ services, security, watch, pages, metrics })
  const sharedFile = createSharedFiles({ services, security, pages })
  const visitorOf = (request: Request) =>
    createVisitor(request.headers, app.server?.requestIP(request)?.address ?? '', services)
  let api: Promise<ReturnType<typeof createApi>> | undefined
  const loadApi = () => {
    api ??= import('./api.ts').then(({ createApi }) =>
      createApi({ services, security, pages, guarded, visitorOf, failed }),
    )
    return api
  }

  const app = new Elysia({ strictPath: true })
    .get('/healthz', () => plain('ok', 200))
    .get('/readyz', async () => ((await isReady()) ? plain('ready', 200) : plain('not ready', 503)))
    .get('/assets/*', ({ request, path }) => assets.serve(path, request.headers) ?? notFoundPage(request))
    .get('/covers/:tone/:file', ({ request, params }) =>
      pages.answerOrMake(
        request,
        async () => makeCover(params.tone, params.file) ?? { response: await notFoundPage(request) },
      ),
    )
    .use(
      await staticPlugin({
        assets: join(projectRoot, 'public'),
        prefix: '/',
        indexHTML: false,
        alwaysStatic: true,
        headers: { ...security.headers, 'cache-control': 'public, max-age=3600' },
      }),
    )

  for (const [path, text] of Object.entries(wellKnownTexts(services))) {
    app.get(path, () => plain(text(), 200, 'public, max-age=3600'))
  }

  app
    .all('/api/*', async ({ request }) => (await loadApi())(request), { parse: 'none' })
    .all('/sandbox/*', async ({ request }) => (await sandboxPages(request)) ?? notFoundPage(request), {
      parse: 'none',
    })
    .all(
      '/*',
      async ({ request }) =>
        await guarded(
          request,
          routeOf(new URL(request.url).pathname),
          async (reference) =>
            (await sharedFile(request)) ?? (await pages.serve(request, visitorOf(request), reference)),
        ),
      { parse: 'none' },
    )
    .onError(failed)

  /** Loads what pages do without, so that the first call and the first form do not wait for it. */
  const loadForms = async () => {
    await Promise.all([loadApi(), import('./page-actions.ts')])
  }
  return { kept, metrics, visits, listen, loadForms }

  /** Serves on a port. What is kept is answered before the router is asked: that is where most requests end. */
  function listen(port: number): Server<unknown> {
    const server = Bun.serve({
      port,
      hostname: '0.0.0.0',
      maxRequestBodySize: rawBodyLimit,
      idleTimeout: 30,
      fetch: (request) => {
        if (request.method !== 'GET') return route(request)
        visits.count(request.url)
        return pages.answerKept(request) ?? route(request)
      },
    })
    app.server = server
    return server
  }

  /** The router takes for granted that the host is one. */
  function route(request: Request): Response | Promise<Response> {
    return URL.canParse(request.url)
      ? app.fetch(request)
      : plain('The request does not name a host that can be understood.', 400)
  }

  /** Declared async: otherwise the router reads its text to find out, which cost the first answer a fifth of its time. */
  async function failed({ request, error }: { request: Request; error: unknown }): Promise<Response> {
    const reference = newReference()
    services.log.error('request failed', { reference }, error)
    return await pages.broken(request, reference)
  }

  async function notFoundPage(request: Request): Promise<Response> {
    return await guarded(request, routeOf(new URL(request.url).pathname), (reference) =>
      pages.serve(request, createVisitor(request.headers, '', services), reference),
    )
  }

  function plain(text: string, status: number, cacheControl = 'no-store'): Response {
    const headers = { ...security.headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': cacheControl }
    return new Response(text, { status, headers })
  }
}
