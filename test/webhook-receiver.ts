export type ReceivedWebhook = { path: string; id: string; body: string; headers: Record<string, string>; at: number }

export type WebhookReceiver = {
  /** Everything that came, in its order. */
  received: ReceivedWebhook[]
  /** What was received at a path. */
  at: (path: string) => ReceivedWebhook[]
  /** What a path answers from now on: a status, or whatever it does. 204 where nothing was said. */
  answers: Map<string, number | (() => Response | Promise<Response>)>
  address: (path: string) => string
  stop: () => Promise<void>
}

/** A server on this machine that takes webhooks. */
export function startReceiver(): WebhookReceiver {
  const received: ReceivedWebhook[] = []
  const answers: WebhookReceiver['answers'] = new Map()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: async (request) => {
      const path = new URL(request.url).pathname
      const headers = Object.fromEntries(request.headers)
      received.push({ path, id: headers['webhook-id']!, body: await request.text(), headers, at: performance.now() })
      const answer = answers.get(path) ?? 204
      return typeof answer === 'number' ? new Response(null, { status: answer }) : await answer()
    },
  })
  return {
    received,
    answers,
    at: (path) => received.filter((each) => each.path === path),
    address: (path) => `http://127.0.0.1:${server.port}${path}`,
    stop: () => server.stop(true),
  }
}
