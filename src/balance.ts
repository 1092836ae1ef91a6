import type { Server } from 'bun'
import { createPassOn } from './balancer/pass-on.ts'
import { watchReplicas } from './balancer/replicas.ts'
import { readBalancerEnv } from './env.ts'
import { createLog } from './log.ts'

// `balance`: passes requests on to several replicas of the site, to those that say they are ready. For machines that have no load
// balancer of their own (docs/operating.md).

// From the first moment: the first look at the replicas may take seconds, and a container's first process hears no other way.
let end: () => unknown = () => process.exit(0)
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end())

const read = readBalancerEnv(process.env)
if ('problems' in read) {
  console.error(['The balancer cannot start with these settings:', ...read.problems].join('\n- '))
  process.exit(1)
}
const { port, targets, everyMs, trustProxy } = read.env
const log = createLog()
const replicas = await watchReplicas(targets, { everyMs, log })
const passOn = createPassOn({ replicas, log, trustProxy })
const server = listen()
log.info('balancing', { port, replicas: replicas.all().length })
end = async () => {
  replicas.stop()
  await server.stop()
  process.exit(0)
}

function listen(): Server<unknown> {
  try {
    return Bun.serve({
      port,
      hostname: '0.0.0.0',
      maxRequestBodySize: 1024 * 1024,
      idleTimeout: 60,
      fetch: async (request, server) => {
        // Its own health, for the container's check; the replicas' belongs to them.
        if (request.url.endsWith('/balancer/healthz')) return new Response('ok')
        return await passOn(request, server.requestIP(request)?.address ?? '')
      },
    })
  } catch {
    console.error(
      `The balancer cannot start: port ${port} is taken or may not be opened by this account. Set PORT to a free one.`,
    )
    process.exit(1)
  }
}
