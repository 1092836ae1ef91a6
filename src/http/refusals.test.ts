import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { defaultBrand } from '#brand.ts'
import { keepCredential } from '#test/keep-credential.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { areas, endpoints, type RoutedCall } from './endpoints.ts'
import { openApiDocument } from './openapi.ts'

setDefaultTimeout(60_000)

/**
 * Every call is asked in each way that it may be refused in before its handler is: what the document declares of that for all calls
 * alike has to be answered by each. (That nothing else is answered, every test sees to: test/held-answers.ts.)
 */
let site: TestSite
let owner = ''
let slug = ''
let number = ''
const others: string[] = []

beforeAll(async () => {
  site = await openTestSite()
  owner = await signInAdmin(site)
  const [entry] = await site.sql`
    select slug, number from register_entries where status = 'active' and valid_until > now() order by number limit 1`
  ;({ slug, number } = entry as { slug: string; number: string })
  await keepCredential(site.sql, number)
  for (const role of ['reviewer', 'finance'] as const) {
    const credentials = { email: `${role}@beaa.example`, password: 'a wardrobe full of herring' }
    await site.services.auth.setPassword({ ...credentials, name: `Some ${role}`, roles: [role] })
    others.push(await signInAdmin(site, credentials))
  }
})
afterAll(async () => {
  await site.close()
})

type Operation = { parameters: { name: string; in: string }[]; responses: Record<string, { $ref?: string }> }
const documented = openApiDocument(areas, defaultBrand, 'http://localhost').paths as unknown as Record<
  string,
  Record<string, Operation>
>
type Attempt = {
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  query?: string
  to?: string
}

for (const endpoint of endpoints) {
  const { method, path, permission, rawBody } = endpoint
  const shared = sharedStatuses(endpoint)
  test(`${method} ${path} is refused with ${shared.join(', ')}`, async () => {
    const cookie = ['anyone', 'owner', 'signature'].includes(permission) ? '' : owner
    const type = rawBody?.contentType ?? 'application/json'
    const met = new Set<number>()
    const ask = async ({ headers, body = '{}', query = '', to = path.replace(/:(\w+)/g, known) }: Attempt = {}) => {
      const answer = await fetch(site.origin + to + query, {
        method,
        headers: { cookie, origin: site.origin, 'content-type': type, ...headers },
        ...(method === 'POST' ? { body } : {}),
      })
      met.add(answer.status)
      await answer.body?.cancel()
      return answer
    }

    const { headers } = await ask()
    await ask({ to: path.replace(/:\w+/g, 'nothing') })
    await ask({ headers: { 'if-none-match': headers.get('etag') ?? '' } })
    await ask({ headers: { cookie: '' } })
    for (const other of others) await ask({ headers: { cookie: other } })
    await ask({ headers: { origin: 'https://elsewhere.example' } })
    // A call that holds nothing right is counted, too.
    await site.sql`delete from rate_limits`
    await ask({ headers: rawBody ? { 'content-encoding': 'gzip' } : { 'content-type': 'text/plain' } })
    await ask({ body: new Uint8Array([0x7b, 0xff]) })
    await ask({ body: `{"name":"${'x'.repeat(rawBody ? 600_000 : 70_000)}"}` })
    // Where every field may be left out.
    if (!rawBody) await ask({ body: '{"reason":{}}' })
    // Of blanks, so that it counts as no search: those of this minute may be used up by the call before.
    for (const { name } of queryOf(endpoint)) await ask({ query: `?${name}=${'+'.repeat(3000)}` })
    await site.sql`update rate_limits set count = 1000000, ends_at = now() + interval '1 hour'`
    await ask()
    await site.sql`delete from rate_limits`

    const searches = !endpoint.limit && shared.includes(429)
    for (let n = 0; searches && !met.has(429) && n < 700; n += 20)
      await Promise.all(Array.from({ length: 20 }, (_, at) => ask({ query: `?q=${n + at}` })))

    expect(shared.filter((status) => !met.has(status))).toEqual([])
  })
}

/** Something that is there, or could be. */
function known(_: string, name: string): string {
  return name === 'slug'
    ? slug
    : ({ file: `${number}.pdf`, kind: 'enquiries', position: '1', criterion: 'risk-assessment' }[name] ??
        '0190b5b1-7e57-4000-8000-000000000000')
}

function operationOf({ method, path }: RoutedCall): Operation {
  return documented[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!
}

function queryOf(endpoint: RoutedCall) {
  return operationOf(endpoint).parameters.filter((parameter) => parameter.in === 'query')
}

/** What the document declares of a call in the words of all calls. Our own failures are no refusals. */
function sharedStatuses(endpoint: RoutedCall): number[] {
  return Object.entries(operationOf(endpoint).responses)
    .filter(([status, { $ref }]) => status === '304' || ($ref && Number(status) < 500))
    .map(([status]) => Number(status))
}
