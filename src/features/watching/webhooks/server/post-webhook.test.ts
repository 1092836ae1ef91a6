import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Webhook } from 'standardwebhooks'
import { testCertificate } from '#test/certificate.ts'
import { type PostOptions, postWebhook } from './post-webhook.ts'
import { newSecret, signWebhook } from './webhook-secret.ts'

type Received = { path: string; host: string | null; body: string; headers: Record<string, string> }
const received: Received[] = []
let plain: Bun.Server<undefined>
let secure: Bun.Server<undefined>
beforeAll(() => {
  plain = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 0, fetch: answer })
  secure = Bun.serve({ port: 0, hostname: '127.0.0.1', tls: testCertificate, fetch: answer })
})
afterAll(async () => {
  await Promise.all([plain.stop(true), secure.stop(true)])
})

async function answer(request: Request): Promise<Response> {
  const { pathname: path } = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  received.push({ path, host: request.headers.get('host'), body: await request.text(), headers })
  if (path === '/hang') await Bun.sleep(3000)
  if (path === '/huge' || path === '/slow-end') return new Response(endless(path === '/huge' ? 65_536 : 10))
  if (path === '/redirect') return Response.redirect(`http://127.0.0.1:${plain.port}/target`, 307)
  const status = Number(path.slice(1)) || 204
  const after = new URL(request.url).searchParams.get('after')
  return new Response(null, { status, ...(after && { headers: { 'retry-after': after } }) })
}

function endless(bytes: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      await Bun.sleep(5)
      controller.enqueue(new Uint8Array(bytes))
    },
  })
}

const here = { permitsLoopback: true, resolve: async () => ['127.0.0.1'] }
const post = (path: string, options: PostOptions = {}) =>
  postWebhook(
    {
      address: `http://hooks.example:${plain.port}${path}`,
      headers: { 'content-type': 'application/json' },
      body: '{}',
    },
    { ...here, ...options },
  )

test('a message arrives as it was signed, and the reference library accepts it under the new secret and the old', async () => {
  const [secret, old] = [newSecret(), newSecret()]
  const message = {
    id: 'msg_1',
    timestamp: Math.floor(Date.now() / 1000),
    body: '{"type":"webhook.test","name":"Fête"}',
  }
  const { port } = plain
  const outcome = await postWebhook(
    {
      address: `http://hooks.example:${port}/in?key=1`,
      headers: signWebhook([secret, old], message),
      body: message.body,
    },
    here,
  )
  expect(outcome).toMatchObject({ kind: 'delivered', status: 204 })
  const { body, headers, host } = received.at(-1)!
  expect(host).toBe(`hooks.example:${port}`)
  for (const accepted of [secret, old])
    expect(new Webhook(accepted).verify(body, headers)).toMatchObject({ name: 'Fête' })
  expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow()
  expect(() => new Webhook(secret).verify(body.replace('test', 'past'), headers)).toThrow()
  expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'msg_2' })).toThrow()
})

test('an answer is a success between 200 and 299; 410 wants no more; a redirect is not followed', async () => {
  const outcomes = await Promise.all(['/200', '/204', '/400', '/500', '/410'].map((path) => post(path)))
  expect(outcomes.map(({ kind, status }) => [kind, status])).toEqual([
    ['delivered', 200],
    ['delivered', 204],
    ['failed', 400],
    ['failed', 500],
    ['gone', 410],
  ])
  expect(await post('/redirect')).toMatchObject({
    kind: 'failed',
    status: 307,
    reason: expect.stringContaining('redirect'),
  })
  expect(received.map(({ path }) => path)).not.toContain('/target')
})

test('an endpoint that hangs, sends without end or is not there is left in time', async () => {
  const limitMs = 300
  const [hangs, huge, slow] = await Promise.all(['/hang', '/huge', '/slow-end'].map((path) => post(path, { limitMs })))
  expect(hangs).toMatchObject({ kind: 'failed', status: null, reason: 'There was no answer within 10 seconds.' })
  expect(hangs!.milliseconds).toBeWithin(250, 1500)
  expect(huge).toMatchObject({ kind: 'delivered', status: 200 })
  expect(slow).toMatchObject({ kind: 'delivered', status: 200 })
  expect(Math.max(huge!.milliseconds, slow!.milliseconds)).toBeLessThan(1500)
  const neverFound = await post('/200', { limitMs, resolve: () => new Promise(() => {}) })
  expect(neverFound).toMatchObject({ kind: 'failed', status: null, reason: 'There was no answer within 10 seconds.' })
  const closed = await postWebhook({ address: 'http://hooks.example:1/', headers: {}, body: '' }, here)
  expect(closed).toMatchObject({ kind: 'failed', status: null, reason: 'The endpoint could not be reached.' })
})

test('a busy endpoint may ask to be left alone, in seconds or with a date, and what is broken off has not failed', async () => {
  const inAMinute = new Date(Date.now() + 60_000).toUTCString()
  const asking = [
    '/429?after=120',
    `/503?after=${encodeURIComponent(inAMinute)}`,
    '/503?after=soon',
    '/429',
    '/500?after=9',
  ]
  const asked = await Promise.all(asking.map(async (path) => (await post(path)).retryAfter))
  expect([...asked.slice(0, 1), ...asked.slice(2)]).toEqual([120, null, null, null])
  expect(asked[1]).toBeWithin(50, 62)
  const breakOff = new AbortController()
  setTimeout(() => breakOff.abort(), 100)
  expect(await post('/hang', { breakOff: breakOff.signal })).toMatchObject({ kind: 'broken-off', status: null })
})

test('nothing is sent to an address that is not public, whether it is written or found, or one of several', async () => {
  const before = received.length
  const inner = [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::',
  ]
  const innerSix = [
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    'ff02::1',
  ]
  for (const address of [...inner, ...innerSix]) {
    const found = await post('/200', { permitsLoopback: false, resolve: async () => ['93.184.216.34', address] })
    expect([address, found.kind, found.reason]).toEqual([address, 'failed', expect.stringContaining('not public')])
    const host = address.includes(':') ? `[${address}]` : address
    const written = await postWebhook({ address: `http://${host}:${plain.port}/200`, headers: {}, body: '' })
    expect([address, written.kind, written.reason]).toEqual([address, 'failed', expect.stringContaining('not public')])
  }
  // The same address in other spellings.
  for (const host of ['0x7f.1', '2130706433', '127.1', '0177.0.0.1']) {
    const written = await postWebhook({ address: `http://${host}:${plain.port}/200`, headers: {}, body: '' })
    expect([host, written.reason]).toEqual([host, expect.stringContaining('not public')])
  }
  const local = await postWebhook({ address: `http://localhost:${plain.port}/200`, headers: {}, body: '' })
  expect(local.reason).toContain('not public')
  // What permits this machine permits no other.
  expect((await post('/200', { resolve: async () => ['10.1.2.3'] })).reason).toContain('not public')
  expect((await post('/200', { resolve: async () => [] })).reason).toBe('The host name was not found.')
  expect(received).toHaveLength(before)
})

test('a name that means something else a moment later is asked once, and the connection goes to what was checked', async () => {
  const asked: string[] = []
  const rebinding = async (host: string) => {
    asked.push(host)
    // First this machine, which stands for a public address here; then nowhere.
    return asked.length === 1 ? ['127.0.0.1'] : ['10.1.2.3']
  }
  expect(await post('/200', { resolve: rebinding })).toMatchObject({ kind: 'delivered' })
  expect(asked).toEqual(['hooks.example'])
  expect((await post('/200', { resolve: rebinding })).reason).toContain('not public')
})

test('the certificate is checked against the name, although the connection goes to an address', async () => {
  const to = (host: string, ca?: string) =>
    postWebhook(
      { address: `https://${host}:${secure.port}/200`, headers: {}, body: '' },
      { ...here, ...(ca ? { ca } : {}) },
    )
  expect(await to('hooks.example', testCertificate.cert)).toMatchObject({ kind: 'delivered', status: 200 })
  expect(received.at(-1)!.host).toBe(`hooks.example:${secure.port}`)
  const refused = 'The certificate of the endpoint was not accepted.'
  expect((await to('other.example', testCertificate.cert)).reason).toBe(refused)
  expect((await to('hooks.example')).reason).toBe(refused)
})
