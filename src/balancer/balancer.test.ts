import { afterEach, expect, test } from 'bun:test'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { createLog } from '../log.ts'
import { createPassOn } from './pass-on.ts'
import { type Replicas, watchReplicas } from './replicas.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

type Seen = { method: string; path: string; headers: Headers; body: string }

test('the program says that its port is taken, and ends when it is told to while it looks for replicas', async () => {
  const taken = Bun.serve({ port: 0, hostname: '0.0.0.0', fetch: () => new Response() })
  closing.push(() => taken.stop(true))
  const refused = program({ PORT: String(taken.port), BALANCE_TO: 'http://127.0.0.1:1' })
  expect(await refused.exited).toBe(1)
  expect(await new Response(refused.stderr).text()).toBe(
    `The balancer cannot start: port ${taken.port} is taken or may not be opened by this account. Set PORT to a free one.\n`,
  )

  // A replica that takes the question and does not answer it.
  const asked = Promise.withResolvers<void>()
  const silent = createServer(() => asked.resolve()).listen(0, '127.0.0.1')
  closing.push(() => silent.close())
  await new Promise((listening) => silent.once('listening', listening))
  const { port } = silent.address() as { port: number }
  const looking = program({ PORT: '0', BALANCE_TO: `http://127.0.0.1:${port}` })
  await asked.promise
  looking.kill('SIGTERM')
  expect(await looking.exited).toBe(0)
}, 30_000)

test('requests arrive as they were sent, with the address of the client and an id', async () => {
  const seen: Seen[] = []
  const { passOn } = await balance([replica({ seen })])
  const response = await passOn(
    new Request('http://site.example/a%2Fb?q=1&q=2', {
      method: 'POST',
      headers: { 'x-forwarded-for': '203.0.113.9', connection: 'x-mine', 'content-type': 'text/plain' },
      body: 'as it is',
    }),
    '192.0.2.1',
  )
  expect(await response.text()).toBe('answer')
  expect(seen[0]).toMatchObject({ method: 'POST', path: '/a%2Fb?q=1&q=2', body: 'as it is' })
  // Nobody stands in front of this balancer, so the client's own words about its address are dropped.
  expect(seen[0]!.headers.get('x-forwarded-for')).toBe('192.0.2.1')
  expect(seen[0]!.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
})

test('redirects, cookies and packed bytes are handed on untouched', async () => {
  const packed = Bun.gzipSync('packed')
  const { passOn } = await balance([
    replica({
      answer: () => {
        const headers = new Headers({ 'content-encoding': 'gzip', location: 'https://elsewhere.example/' })
        headers.append('set-cookie', 'a=1')
        headers.append('set-cookie', 'b=2')
        return new Response(packed, { status: 303, headers })
      },
    }),
  ])
  const response = await passOn(new Request('http://site.example/'), '192.0.2.1')
  expect(response.status).toBe(303)
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(packed)
})

test('nothing goes to a replica that is not ready, unless none is', async () => {
  const seen: Seen[] = []
  const ready = { now: true }
  const { passOn, replicas } = await balance([
    replica({ seen, ready: () => false }),
    replica({ ready: () => ready.now }),
  ])
  for (let index = 0; index < 6; index++) await (await passOn(new Request('http://site.example/'), '')).text()
  expect(seen).toEqual([])
  ready.now = false
  while (replicas.all().some((each) => each.isReady)) await Bun.sleep(5)
  for (let index = 0; index < 6; index++)
    expect((await passOn(new Request('http://site.example/'), '')).status).toBe(200)
})

test('a post that reached nobody goes to another replica', async () => {
  const gone = replica({})
  const seen: Seen[] = []
  const { passOn, replicas } = await balance([gone, replica({ seen })], 1_000_000)
  await gone.close()
  for (let index = 0; index < 4; index++) {
    const response = await passOn(new Request('http://site.example/', { method: 'POST', body: 'once' }), '')
    expect(response.status).toBe(200)
    await response.text()
  }
  expect(seen.map(({ body }) => body)).toEqual(['once', 'once', 'once', 'once'])
  expect(replicas.all().filter((each) => each.isAlive)).toHaveLength(1)
})

test('a post that may have been begun is not sent twice; a look is', async () => {
  const breaking = await breakingServer()
  const seen: Seen[] = []
  const posts = await balance([breaking, replica({ seen })], 1_000_000)
  const first = new Request('http://site.example/', { method: 'POST', body: 'once' })
  expect((await posts.passOn(first, '')).status).toBe(502)
  expect(seen).toEqual([])
  const gets = await balance([breaking, replica({ seen })], 1_000_000)
  expect((await gets.passOn(new Request('http://site.example/'), '')).status).toBe(200)
})

test.each(['Host: x?y\r\n', 'Host: a b\r\n', 'Host: \r\n'])(
  'a request that names no host (%j) costs no replica',
  async (host) => {
    const seen: Seen[] = []
    const { passOn, replicas } = await balance([replica({ seen })], 1_000_000)
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => passOn(request, '') })
    closing.push(async () => await server.stop(true))
    const answer = await rawAnswer(server.port!, `GET /abc HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)
    expect(answer).toStartWith('HTTP/1.1 400 ')
    expect(seen).toEqual([])
    expect(replicas.all().filter((each) => each.isReady)).toHaveLength(1)
  },
)

test('without any replica the answer says when to come again', async () => {
  const gone = replica({})
  const { passOn } = await balance([gone], 1_000_000)
  await gone.close()
  const response = await passOn(new Request('http://site.example/'), '')
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
})

/** What a server answers to a request as it stands, which no client library would send. */
async function rawAnswer(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write(request))
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return answer
}

type Target = { url: string; close: () => Promise<void> }

async function balance(targets: Target[], everyMs = 5) {
  const log = createLog(() => {})
  const replicas: Replicas = await watchReplicas(
    targets.map(({ url }) => url),
    { everyMs, log },
  )
  closing.push(replicas.stop)
  return { replicas, passOn: createPassOn({ replicas, log, trustProxy: 0 }) }
}

function replica(options: { seen?: Seen[]; ready?: () => boolean; answer?: () => Response }): Target {
  const server = Bun.serve({
    port: 0,
    fetch: async (request) => {
      const path = request.url.slice(request.url.indexOf('/', 7))
      if (path === '/healthz') return new Response('ok')
      if (path === '/readyz') return new Response('', { status: (options.ready?.() ?? true) ? 200 : 503 })
      options.seen?.push({ method: request.method, path, headers: request.headers, body: await request.text() })
      return options.answer?.() ?? new Response('answer')
    },
  })
  const close = async () => void (await server.stop(true))
  closing.push(close)
  return { url: `http://127.0.0.1:${server.port}`, close }
}

/** Says that it is well, takes a request and breaks the connection instead of answering. */
async function breakingServer(): Promise<Target> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      if (/^GET \/(ready|health)z /.test(bytes.toString()))
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
      else socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const close = async () => void server.close()
  closing.push(close)
  return { url: `http://127.0.0.1:${port}`, close }
}

function program(variables: Record<string, string>) {
  return Bun.spawn(['bun', join(import.meta.dir, '../balance.ts')], {
    env: { PATH: process.env.PATH ?? '', ...variables },
    stdout: 'ignore',
    stderr: 'pipe',
  })
}
