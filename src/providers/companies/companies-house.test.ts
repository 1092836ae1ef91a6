import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { createCompaniesHouse } from './companies-house.ts'

type Handler = (request: Request) => Response | Promise<Response>

let handle: Handler
let asked: { url: URL; authorization: string | null }[]
let askedElsewhere = 0
const elsewhere = Bun.serve({
  port: 0,
  fetch() {
    askedElsewhere++
    return Response.json(good)
  },
})
const registry = Bun.serve({
  port: 0,
  fetch(request) {
    asked.push({ url: new URL(request.url), authorization: request.headers.get('authorization') })
    return handle(request)
  },
})
const companies = createCompaniesHouse({
  apiKey: 'the-key',
  apiBase: `http://localhost:${registry.port}`,
  timeoutMs: 300,
})

beforeEach(() => {
  asked = []
  handle = () => new Response(null, { status: 500 })
})
afterAll(async () => {
  await registry.stop(true)
  await elsewhere.stop(true)
})

const item = {
  title: 'LARKMOOR & FETTLE EVENTS LIMITED',
  company_number: '00990001',
  company_status: 'active',
  company_type: 'ltd',
  address_snippet: '14 Shuttlecock Lane, Manchester, M1 9ZZ',
  kind: 'searchresults#company',
}
const profile = {
  company_name: 'LARKMOOR & FETTLE EVENTS LIMITED',
  company_number: '00990001',
  company_status: 'active',
  company_status_detail: 'active-proposal-to-strike-off',
  previous_company_names: [{ name: 'LARKMOOR LIMITED', ceased_on: '2020-01-01', effective_from: '2010-01-01' }],
  registered_office_address: { address_line_1: '14 Shuttlecock Lane', locality: 'Manchester', postal_code: 'M1 9ZZ' },
}
/** A body that either call would take for an answer. */
const good = { ...profile, items: [item] }

describe('search', () => {
  test('asks with the key as user name, an empty password and an encoded query', async () => {
    handle = () => Response.json({ items: [item], total_results: 1 })
    const answer = await companies.search('  Larkmoor \n&  Fettle/?# ')
    expect(answer).toEqual({
      kind: 'ok',
      hits: [
        {
          title: item.title,
          companyNumber: '00990001',
          status: 'active',
          addressSnippet: '14 Shuttlecock Lane, Manchester, M1 9ZZ',
        },
      ],
    })
    const { url, authorization } = asked[0]!
    expect(url.pathname).toBe('/search/companies')
    expect(Object.fromEntries(url.searchParams)).toEqual({ q: 'Larkmoor & Fettle/?#', items_per_page: '20' })
    expect(authorization).toBe(`Basic ${btoa('the-key:')}`)
  })

  test('a company without a status or an address is listed all the same', async () => {
    handle = () => Response.json({ items: [{ title: 'A', company_number: 'RC000001', address_snippet: null }] })
    expect(await companies.search('anything')).toEqual({
      kind: 'ok',
      hits: [{ title: 'A', companyNumber: 'RC000001', status: '', addressSnippet: '' }],
    })
  })

  test.each(['', ' ', 'a', 'a'.repeat(101)])('%p is not asked', async (query) => {
    expect(await companies.search(query)).toEqual({ kind: 'ok', hits: [] })
    expect(asked).toHaveLength(0)
  })
})

describe('details', () => {
  test('reads the profile of the number, mended', async () => {
    handle = () => Response.json(profile)
    expect(await companies.details(' 990001 ')).toEqual({
      kind: 'found',
      number: '00990001',
      name: 'LARKMOOR & FETTLE EVENTS LIMITED',
      status: 'active',
      statusDetail: 'active-proposal-to-strike-off',
      previousNames: ['LARKMOOR LIMITED'],
      address: {
        line1: '14 Shuttlecock Lane',
        line2: '',
        town: 'Manchester',
        county: '',
        postcode: 'M1 9ZZ',
        country: '',
      },
    })
    expect(asked[0]!.url.pathname).toBe('/company/00990001')
  })

  test('404 is an unknown company', async () => {
    handle = () => Response.json({ errors: [{ error: 'company-profile-not-found' }] }, { status: 404 })
    expect(await companies.details('00990002')).toEqual({ kind: 'unknown' })
  })

  test('the profile of another company than the one asked for is no answer', async () => {
    handle = () => Response.json(profile)
    expect(await companies.details('00990002')).toEqual({ kind: 'unavailable' })
  })

  test.each(['..%2f..', '../search', '0099000?', '', 'x'.repeat(10_000)])(
    '%p never gets into a path',
    async (number) => {
      expect(await companies.details(number)).toEqual({ kind: 'unknown' })
      expect(asked).toHaveLength(0)
    },
  )
})

describe('a bad day of the registry', () => {
  const both = async () => [await companies.search('larkmoor'), await companies.details('00990001')].map((a) => a.kind)

  test('429 is limited, whatever its body', async () => {
    handle = () => new Response('<h1>Slow down</h1>', { status: 429 })
    expect(await both()).toEqual(['limited', 'limited'])
  })

  const troubles: [string, Handler][] = [
    ['a refused key', () => Response.json({ error: 'Invalid Authorization', type: 'ch:service' }, { status: 401 })],
    ['a server error', () => new Response('stack trace', { status: 500 })],
    ['a maintenance page', () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } })],
    ['an empty body', () => new Response('')],
    ['null', () => Response.json(null)],
    ['a list', () => Response.json([profile])],
    ['an answer of another shape', () => Response.json({ items: [{ title: 7 }], company_name: ['x'] })],
    ['no head in time', () => Bun.sleep(600).then(() => Response.json(good))],
    ['a body that trickles', () => new Response(trickle())],
    ['a redirect to somewhere else', () => Response.redirect(`http://localhost:${elsewhere.port}/`, 302)],
    ['a huge body', () => Response.json({ ...good, more: 'x'.repeat(1_100_000) })],
    ['a small body that decompresses to a huge one', () => packed({ ...good, more: 'x'.repeat(5_000_000) })],
  ]
  test.each(troubles)('%s is unavailable', async (_name, trouble) => {
    handle = trouble
    expect(await both()).toEqual(['unavailable', 'unavailable'])
    expect(askedElsewhere).toBe(0)
  })

  test('a packed answer of a sensible size is read', async () => {
    handle = () => packed({ ...good, more: 'x'.repeat(500_000) })
    expect(await both()).toEqual(['ok', 'found'])
  })

  test('nobody there is unavailable', async () => {
    const nobody = createCompaniesHouse({ apiKey: 'the-key', apiBase: 'http://localhost:1', timeoutMs: 300 })
    expect(await nobody.search('larkmoor')).toEqual({ kind: 'unavailable' })
    expect(await nobody.details('00990001')).toEqual({ kind: 'unavailable' })
  })
})

function packed(value: unknown): Response {
  return new Response(gzipSync(JSON.stringify(value)), { headers: { 'content-encoding': 'gzip' } })
}

function trickle(): ReadableStream {
  return new ReadableStream({
    async pull(controller) {
      await Bun.sleep(50)
      controller.enqueue(new TextEncoder().encode(' '))
    },
  })
}

describe('officers', () => {
  test('names who is in office, and says whether that is all', async () => {
    const date_of_birth = { month: 4, year: 1971 }
    const officer = { name: 'INKWELL, Perpetua', officer_role: 'director', appointed_on: '2019-01-01', date_of_birth }
    const former = { name: 'QUILL, Odo', officer_role: 'director', resigned_on: '2021-01-01' }
    handle = () => Response.json({ items: [officer, former], total_results: 2, active_count: 1 })
    expect(await companies.officers(' 990001 ')).toEqual({
      kind: 'found',
      officers: [{ name: 'INKWELL, Perpetua', born: '1971-04' }],
      isWhole: true,
    })
    expect(asked[0]!.url.pathname).toBe('/company/00990001/officers')
    handle = () => Response.json({ items: [officer], total_results: 140 })
    expect(await companies.officers('00990001')).toMatchObject({ isWhole: false })
  })

  test.each([
    [404, {}, { kind: 'unknown' }],
    [429, {}, { kind: 'limited' }],
    [500, {}, { kind: 'unavailable' }],
    [200, { items: [{ officer_role: 'director' }] }, { kind: 'unavailable' }],
    [200, { items: 'none' }, { kind: 'unavailable' }],
  ])('an answer of %d with %j', async (status, body, answer) => {
    handle = () => Response.json(body, { status })
    expect(await companies.officers('00990001')).toEqual(answer as never)
  })

  test('nothing is asked about what is no number', async () => {
    expect(await companies.officers('../search')).toEqual({ kind: 'unknown' })
    expect(asked).toHaveLength(0)
  })
})
