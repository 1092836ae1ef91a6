import type { Server } from 'bun'
import type { DatabaseWatch } from '#database/watch-database.ts'
import type { Services } from '#requests/services.ts'
import type { createApp } from './app.ts'

export async function createProbes(
  services: Services,
  watch: DatabaseWatch,
  isReady: () => Promise<boolean>,
): Promise<Omit<Awaited<ReturnType<typeof createApp>>, 'visits'> & { visits: undefined }> {
  const metrics =
    services.env.metricsPort > 0
      ? (await import('./metrics.ts')).createMetrics({ caches: [], watch, works: true, services })
      : null
  return {
    metrics,
    listen,
    invalidated: { announce: () => {}, clear: () => {} },
    visits: undefined,
    loadForms: async () => {},
  }

  function listen(port: number): Server<unknown> {
    return Bun.serve({
      port,
      hostname: '0.0.0.0',
      fetch: async (request) => {
        const { pathname } = new URL(request.url)
        if (pathname === '/healthz') return plain('ok', 200)
        if (pathname === '/readyz') return (await isReady()) ? plain('ready', 200) : plain('not ready', 503)
        return plain('This process works jobs and serves no pages.', 404)
      },
    })
  }
}

function plain(text: string, status: number): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
