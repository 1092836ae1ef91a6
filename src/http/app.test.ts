import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { siteOfFile } from '#test/of-file.ts'
import { openTestSite } from '#test/site.ts'

const site = await siteOfFile()

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.origin + path, { headers, redirect: 'manual', decompress: true })
const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(site.origin + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', origin: site.origin, ...headers },
    redirect: 'manual',
  })

test('a public page is HTML with its data once and a policy without inline code', async () => {
  const response = await get('/')
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(html.match(/id="page-data"/g)).toHaveLength(1)
  expect(html).not.toContain(' style=')
  const policy = response.headers.get('content-security-policy')!
  expect(policy).not.toContain('unsafe-inline')
  expect(policy).toContain("frame-ancestors 'none'")
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test('a demonstration says on each page that its events are invented', async () => {
  for (const path of ['/', '/log', '/data', '/how-we-count'])
    expect(await (await get(path)).text()).toContain('Events are invented. Payments are a test: no money moves.')
})

test('every inline script of a page is allowed by its hash or is data', async () => {
  const response = await get('/')
  const policy = response.headers.get('content-security-policy')!
  const scripts = [...(await response.text()).matchAll(/<script(?![^>]*src=)([^>]*)>([\s\S]*?)<\/script>/g)]
  expect(scripts.length).toBeGreaterThan(1)
  for (const [, attributes, text] of scripts) {
    if (/type="application\/(ld\+)?json"/.test(attributes!)) continue
    expect(policy).toContain(`'sha256-${new Bun.CryptoHasher('sha256').update(text!).digest('base64')}'`)
  }
})

test('a page that is known already costs 304', async () => {
  const first = await get('/', { 'accept-encoding': 'gzip' })
  await first.text()
  const second = await get('/', { 'accept-encoding': 'gzip', 'if-none-match': first.headers.get('etag')! })
  expect(second.status).toBe(304)
})

test('a move asks for the same address and gets the data alone', async () => {
  const response = await get('/', { accept: 'application/json' })
  expect(await response.json()).toMatchObject({ page: 'home', url: '/', status: 200 })
})

test('an unknown address is the 404 page, and repeats nothing of it as markup', async () => {
  const response = await get('/nothing/<script>alert(1)</script>')
  const html = await response.text()
  expect(response.status).toBe(404)
  expect(html).toContain('Page Not Found')
  expect(html).not.toContain('<script>alert(1)')
})

test('an unknown call is a failure in JSON', async () => {
  const response = await get('/api/nothing')
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ kind: 'not-found' })
})

test.each([
  '/../package.json',
  '/..%2fpackage.json',
  '/assets/../../package.json',
  '/src/main.ts',
  '/.env',
  '/bun.lock',
  '/metrics',
  '/%00',
])('nothing outside the public folder is served: %s', async (path) => {
  const { status, body } = await rawGet(path)
  expect(status).toBeOneOf([400, 404])
  expect(body).not.toContain('"packageManager"')
  expect(body).not.toContain('readEnv')
})

test('built files are kept for a year and come compressed', async () => {
  const html = await (await get('/')).text()
  const entry = `/assets/${html.match(/data-scripts="([^" ]+\.js)/)![1]!}`
  const response = await get(entry, { 'accept-encoding': 'br' })
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect(response.headers.get('content-encoding')).toBe('br')
})

test('a call from another site is refused before its body is looked at', async () => {
  const response = await post('/api/organisations', 'not even json', { origin: 'https://evil.example' })
  expect(response.status).toBe(403)
  const sameSite = await post('/api/organisations', '{}', { 'sec-fetch-site': 'cross-site' })
  expect(sameSite.status).toBe(403)
})

test.each([
  ['broken JSON', '{"name":', {}, 400],
  ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['nesting over 50', `${'['.repeat(60)}${']'.repeat(60)}`, {}, 400],
  ['a NUL character', '{"name":"a\\u0000b"}', {}, 422],
  ['a list', '[]', {}, 422],
  ['nothing', '', {}, 400],
  ['more than 64 KB', `{"name":"${'x'.repeat(70_000)}"}`, {}, 413],
  ['a compressed body', '{}', { 'content-encoding': 'gzip' }, 415],
] as const)('%s is a clear refusal', async (_, body, headers, status) => {
  const response = await post('/api/organisations', body, headers)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error: expect.any(String), reference: expect.any(String) })
})

test.each([
  ['announced', () => 'x'.repeat(10 * 1024 * 1024)],
  ['not announced', () => endless(10 * 1024 * 1024)],
  ['larger than any that is taken', () => 'x'.repeat(30 * 1024 * 1024)],
] as const)('a body of 10 MB or more is refused and the process goes on: %s', async (_, body) => {
  const status = await post('/api/organisations', body()).then(
    (response) => response.status,
    () => 413,
  )
  expect(status).toBe(413)
  expect((await get('/healthz')).status).toBe(200)
})

function endless(bytes: number): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes) controller.close()
      else controller.enqueue(new Uint8Array(65_536))
      sent += 65_536
    },
  })
}

test.each([
  '/sandbox/pay/x',
  '/contact',
  '/api/contact',
  '/api/stripe/webhook',
  '/api/evidence/uploads/x/1',
  '/nothing',
])('a body in chunks is counted as it comes, and cut off: %s', async (path) => {
  Bun.gc(true)
  const before = process.memoryUsage().rss
  const { sent, isOpen } = await sendChunks(path, 400 * 1024 * 1024)
  expect(isOpen).toBe(false)
  // A busy machine has some tens of megabytes on their way before it hears that nobody listens.
  expect(sent).toBeLessThan(120 * 1024 * 1024)
  expect(process.memoryUsage().rss - before).toBeLessThan(120 * 1024 * 1024)
  expect((await get('/healthz')).status).toBe(200)
})

/** Sends a body of so many bytes without saying how long it is, for as long as the server takes it. */
async function sendChunks(path: string, bytes: number): Promise<{ sent: number; isOpen: boolean }> {
  const { host, port } = new URL(site.origin)
  const type = path.startsWith('/api/') ? 'application/json' : 'application/x-www-form-urlencoded'
  const head = [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Origin: ${site.origin}`, `Content-Type: ${type}`]
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  let isOpen = true
  for (const end of ['error', 'end', 'close'])
    socket.on(end, () => {
      isOpen = false
    })
  socket.resume()
  socket.write(`${head.join('\r\n')}\r\nTransfer-Encoding: chunked\r\n\r\n`)
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'a'), Buffer.from('\r\n')])
  let sent = 0
  while (isOpen && sent < bytes) {
    sent += 0x10000
    await Promise.race([new Promise<void>((resolve) => socket.write(chunk, () => resolve())), closed])
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.race([closed, Bun.sleep(1000)])
  socket.destroy()
  return { sent, isOpen }
}

test.each([
  ['from elsewhere', 'title=x', { origin: 'https://evil.example' }, 403],
  ['larger than 64 KB', `title=${'x'.repeat(70_000)}`, {}, 413],
  ['in another encoding', 'title=x', { 'content-type': 'text/plain' }, 415],
] as const)('a form %s is refused in a page of words, and to a program in JSON', async (_, body, headers, status) => {
  const sent = { 'content-type': 'application/x-www-form-urlencoded', ...headers }
  const shown = await post('/apply-accreditation', body, { ...sent, accept: 'text/html,*/*;q=0.8' })
  const html = await shown.text()
  expect(shown.status).toBe(status)
  expect(html).toContain('Your form was not sent</h1>')
  expect(html).toContain('href="/apply-accreditation"')
  expect(html).not.toContain('xxxx')
  const answer = await post('/apply-accreditation', body, sent)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ error: expect.any(String), reference: expect.any(String) })
})

test.each(['Host: a b', 'Host: [', 'X: y'])('a request whose host is not one (%s) is told so', async (line) => {
  const { status, body } = await raw(`GET /listings HTTP/1.1\r\n${line}\r\nConnection: close\r\n\r\n`)
  expect(status).toBe(400)
  expect(body).not.toContain('Error')
})

test.each(['/robots.txt', '/verify/none', '/api/events', '/api/no-such-call'])(
  'a host whose name is one letter is answered like any other: %s',
  async (path) => {
    const ask = (host: string) => raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect((await ask('a')).status).toBe((await ask(new URL(site.origin).host)).status)
  },
)

test('failures repeat nothing that was sent', async () => {
  const response = await post('/api/organisations', JSON.stringify({ name: 'secret-word', email: 'secret-word' }))
  expect(response.status).toBe(422)
  expect(await response.text()).not.toContain('secret-word')
})

test('a change of the data is seen by the next visitor within 50 ms', async () => {
  const before = await (await get('/listings')).text()
  expect(before.includes('Announced at once')).toBe(false)
  await site.sql`insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector, starts_on, featured)
    values ('T-NOTICE', 't-notice', 'active', now(), 'Announced at once', 'O', 'Other', 'culture', current_date + 1, true)`
  await Bun.sleep(50)
  const after = await (await get('/listings')).text()
  expect(after.includes('Announced at once')).toBe(true)
})

test('what breaks inside shows a reference that the log has too, and nothing of its insides', async () => {
  await site.sql`alter table partners rename to partners_elsewhere`
  const response = await get('/partners')
  const html = await response.text()
  const call = await get('/api/partners')
  const failure = (await call.json()) as { kind: string; reference: string }
  await site.sql`alter table partners_elsewhere rename to partners`
  expect([response.status, call.status, failure.kind]).toEqual([500, 500, 'internal'])
  const reference = html.match(/"reference":"(\w{10})"/)![1]!
  expect(html).toContain('Something went wrong')
  for (const text of [html, JSON.stringify(failure)])
    expect(text).not.toMatch(/partners_elsewhere|relation|\.ts:|node_modules/)
  const lines = site.logged.filter((line) => line.includes('request failed'))
  expect(lines.some((line) => line.includes(reference))).toBe(true)
  expect(lines.some((line) => line.includes(failure.reference))).toBe(true)
})

test('a cover is drawn from its seed, the same each time, and kept for a year', async () => {
  const draw = async () => await (await get('/covers/sports/t-cover.svg')).text()
  const first = await get('/covers/sports/t-cover.svg')
  expect(first.headers.get('content-type')).toBe('image/svg+xml')
  expect(first.headers.get('cache-control')).toContain('immutable')
  expect(await first.text()).toBe(await draw())
  for (const path of ['/covers/nothing/a.svg', '/covers/sports/a.png', '/covers/sports/%3Cscript%3E.svg']) {
    expect((await get(path)).status).toBe(404)
  }
})

test('any number of made-up covers drops no page', async () => {
  await (await get('/about')).text()
  const reference = (await get('/about')).headers.get('x-request-id')
  const draw = async (n: number) =>
    await (await get(`/covers/sports/made-up-${n}.svg`, { 'accept-encoding': 'identity' })).bytes()
  for (let at = 0; at < 2000; at += 40) await Promise.all(Array.from({ length: 40 }, (_, n) => draw(at + n)))
  expect((await get('/about')).headers.get('x-request-id')).toBe(reference)
})

test('health is told apart from readiness', async () => {
  expect(await (await get('/healthz')).text()).toBe('ok')
  expect((await get('/readyz')).status).toBe(200)
})

test('security.txt names an address', async () => {
  expect(await (await get('/.well-known/security.txt')).text()).toMatch(/^Contact: mailto:/)
})

test('the OpenAPI document describes every call, and its page shows them', async () => {
  const document = (await (await get('/api/openapi.json')).json()) as { paths: Record<string, unknown> }
  expect(Object.keys(document.paths)).toContain('/api/applications/{id}')
  expect(await (await get('/api')).text()).toContain('/api/applications/{id}')
})

/** A request whose path is sent as it stands: `fetch` would tidy it up. */
function rawGet(path: string): Promise<{ status: number; body: string }> {
  return raw(`GET ${path} HTTP/1.1\r\nHost: ${new URL(site.origin).host}\r\nConnection: close\r\n\r\n`)
}

/** Lines sent as they stand. */
function raw(lines: string): Promise<{ status: number; body: string }> {
  const { port } = new URL(site.origin)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(lines)
    })
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
    })
    socket.on('end', () => resolve({ status: Number(text.slice(9, 12)), body: text }))
    socket.on('error', reject)
  })
}

test.each([
  ['sk_test_1', true],
  ['sk_live_1', false],
])('with the payment key %s pages say that payments are a test: %p', async (secretKey, isTest) => {
  const { sandbox, stripe } = site.services.env
  const others = new Set([...sandbox].filter((name) => name !== 'payments'))
  const keyed = await openTestSite({ demoData: false, env: { sandbox: others, stripe: { ...stripe, secretKey } } })
  try {
    expect((await (await fetch(keyed.origin)).text()).includes('Payments are a test')).toBe(isTest)
  } finally {
    await keyed.close()
  }
})
