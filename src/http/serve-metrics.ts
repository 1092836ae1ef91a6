import type { Metrics } from './metrics.ts'

/** On a port of its own, for the operator's network alone. */
export function serveMetrics(metrics: Metrics, port: number): { stop: () => Promise<void> } {
  const server = Bun.serve({
    port,
    hostname: '0.0.0.0',
    fetch: async (request) => {
      if (new URL(request.url).pathname !== '/metrics') return new Response('not found', { status: 404 })
      const { contentType, text } = await metrics.render()
      return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } })
    },
  })
  return { stop: () => server.stop(true) }
}
