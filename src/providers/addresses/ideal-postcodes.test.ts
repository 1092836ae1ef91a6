import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { createIdealPostcodes } from './ideal-postcodes.ts'

type Handler = (request: Request) => Response | Promise<Response>

let handle: Handler
let asked: URL[]
let askedElsewhere = 0
const elsewhere = Bun.serve({
  port: 0,
  fetch() {
    askedElsewhere++
    return Response.json(good)
  },
})
const finder = Bun.serve({
  port: 0,
  fetch(request) {
    asked.push(new URL(request.url))
    return handle(request)
  },
})
const addresses = createIdealPostcodes({
  apiKey: 'ak_the&key',
  apiBase: `http://localhost:${finder.port}`,
  timeoutMs: 300,
})

beforeEach(() => {
  asked = []
  handle = () => new Response(null, { status: 500 })
})
afterAll(async () => {
  await finder.stop(true)
  await elsewhere.stop(true)
})

const hit = { id: 'paf_990001', suggestion: '12 Shuttlecock Lane, Manchester, M1', urls: { udprn: '/v1/udprn/990001' } }
const place = {
  line_1: 'Loomhouse',
  line_2: '12 Shuttlecock Lane',
  line_3: 'Ancoats',
  post_town: 'STOKE-ON-TRENT',
  county: 'Staffordshire',
  postcode: 'ST1 9ZZ',
  country: 'England',
  latitude: 53.02578,
  longitude: -2.1774,
  udprn: 990001,
}
/** A body that either call would take for an answer. */
const good = { result: { hits: [hit], ...place }, code: 2000, message: 'Success' }

describe('search', () => {
  test('asks with the key and an encoded term, and answers id and address only', async () => {
    handle = () => Response.json({ result: { hits: [hit] }, code: 2000, message: 'Success' })
    expect(await addresses.search('  12 Shuttlecock & Lane\n#')).toEqual([
      { id: 'paf_990001', address: '12 Shuttlecock Lane, Manchester, M1' },
    ])
    expect(asked[0]!.pathname).toBe('/v1/autocomplete/addresses')
    expect(Object.fromEntries(asked[0]!.searchParams)).toEqual({
      api_key: 'ak_the&key',
      query: '12 Shuttlecock & Lane #',
    })
  })

  test('a suggestion whose id could not be asked for is left out, and there are at most ten', async () => {
    const hits = [
      { ...hit, id: '../../v1/keys' },
      ...Array.from({ length: 30 }, (_, n) => ({ ...hit, id: `paf_${n}` })),
    ]
    handle = () => Response.json({ result: { hits } })
    const found = await addresses.search('shuttlecock')
    expect(found.map((suggestion) => suggestion.id)).toEqual(Array.from({ length: 10 }, (_, n) => `paf_${n}`))
  })

  test.each(['', '  ', 'ab', 'a'.repeat(101)])('%p is not asked', async (term) => {
    expect(await addresses.search(term)).toEqual([])
    expect(asked).toHaveLength(0)
  })
})

describe('get', () => {
  test('answers the documented shape', async () => {
    handle = () => Response.json({ result: place, code: 2000 })
    expect(await addresses.get('paf_990001')).toEqual({
      line_1: 'Loomhouse',
      line_2: '12 Shuttlecock Lane, Ancoats',
      town_or_city: 'Stoke-on-Trent',
      county: 'Staffordshire',
      postcode: 'ST1 9ZZ',
      country: 'England',
      latitude: 53.02578,
      longitude: -2.1774,
    })
    expect(asked[0]!.pathname).toBe('/v1/autocomplete/addresses/paf_990001/gbr')
    expect(Object.fromEntries(asked[0]!.searchParams)).toEqual({ api_key: 'ak_the&key' })
  })

  test.each([
    [{ latitude: '53.5', longitude: '-2.25' }, 53.5, -2.25],
    [{ latitude: '', longitude: '' }, null, null],
    [{ latitude: 53.5, longitude: '' }, null, null],
    [{ latitude: 'north', longitude: 'west' }, null, null],
    [{ latitude: 153, longitude: -2 }, null, null],
  ])('the place %p is read as %p, %p', async (given, latitude, longitude) => {
    handle = () => Response.json({ result: { ...place, ...given } })
    expect(await addresses.get('paf_990001')).toMatchObject({ latitude, longitude })
  })

  test.each([
    '',
    '..',
    '../keys',
    '..%2fkeys',
    'paf_1?x=1',
    'paf_1#',
    'paf@host',
    'paf_1/usa',
    'ü',
    '\u0000',
    'x'.repeat(65),
  ])('the id %p never gets into a path', async (id) => {
    handle = () => Response.json(good)
    expect(await addresses.get(id)).toBeNull()
    expect(asked).toHaveLength(0)
  })
})

describe('a bad day of the finder', () => {
  const both = async () => [await addresses.search('shuttlecock'), await addresses.get('paf_990001')]

  const troubles: [string, Handler][] = [
    ['an unknown key', () => Response.json({ code: 4010, message: 'Invalid Key' }, { status: 401 })],
    ['an empty balance', () => Response.json({ code: 4020, message: 'Key balance depleted' }, { status: 402 })],
    ['an unknown address', () => Response.json({ code: 4044, message: 'Not found' }, { status: 404 })],
    ['a rate limit', () => new Response('slow down', { status: 429 })],
    ['a server error', () => new Response('stack trace', { status: 500 })],
    ['garbage', () => new Response('<html></html>')],
    ['an empty body', () => new Response('')],
    ['another shape', () => Response.json({ result: { hits: [{ id: 7 }], line_1: {} } })],
    ['a late answer', () => Bun.sleep(600).then(() => Response.json(good))],
    ['a redirect', () => Response.redirect(`http://localhost:${elsewhere.port}/`, 302)],
    ['a huge body', () => Response.json({ ...good, more: 'x'.repeat(1_100_000) })],
  ]
  test.each(troubles)('%s is no suggestion and no address', async (_name, trouble) => {
    handle = trouble
    expect(await both()).toEqual([[], null])
    expect(askedElsewhere).toBe(0)
  })

  test('nobody there is no suggestion and no address', async () => {
    const nobody = createIdealPostcodes({ apiKey: 'key', apiBase: 'http://localhost:1', timeoutMs: 300 })
    expect(await nobody.search('shuttlecock')).toEqual([])
    expect(await nobody.get('paf_990001')).toBeNull()
  })

  test('the body that these troubles were made of is an answer when it arrives whole', async () => {
    handle = () => Response.json(good)
    const [found, address] = await both()
    expect(found).toHaveLength(1)
    expect(address).toMatchObject({ postcode: 'ST1 9ZZ' })
  })
})
