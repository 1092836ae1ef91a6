import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { emptyTables } from '#test/empty-tables.ts'
import { siteOfFile } from '#test/of-file.ts'
import { openTestSite, type TestSite } from '#test/site.ts'

const site = await siteOfFile({ demoData: false })
beforeAll(async () => {
  await site.sql`
    insert into registered_companies
    values ('00990077', 'WITHYBECK SHOWS LTD', ' withybeck shows', 'active', '', '{}', '1 LOCK ROW', '', 'LEEDS', '', 'LS1 9ZZ', '')`
  await site.sql`insert into register_copies (as_of, companies) values (current_date - 3, 1)`
})
beforeEach(async () => {
  await site.sql`delete from rate_limits`
})

// biome-ignore lint/suspicious/noExplicitAny: answers are judged field by field.
async function get(path: string): Promise<{ status: number; body: any }> {
  const response = await fetch(site.origin + path)
  return { status: response.status, body: await response.json() }
}

describe('companies', () => {
  test('by name, with what the form shows of them', async () => {
    const { status, body } = await get('/api/companies/lookup?query=larkmoor%20%26')
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'ok',
      data: {
        items: [
          {
            title: 'LARKMOOR & FETTLE EVENTS LIMITED',
            company_number: '99000001',
            address_snippet: '14 Shuttlecock Lane, Loomhouse Yard, Manchester, M1 9ZZ',
            company_status: 'active',
          },
        ],
      },
      message: '',
    })
  })

  test('a company found by an earlier name says so, and so does one that is to be struck off', async () => {
    const earlier = await get('/api/companies/lookup?query=farrowby+subscription')
    expect(earlier.body.data.items).toMatchObject([{ previous_company_name: 'FARROWBY SUBSCRIPTION BALLS LIMITED' }])
    const { body } = await get(`/api/company/search?q=${encodeURIComponent('BRASSNECK BOXING PROMOTIONS LTD')}`)
    expect(body.companies[0]).toMatchObject({
      company_status: 'active',
      company_status_detail: 'active-proposal-to-strike-off',
    })
    expect(body.companies[0]).not.toHaveProperty('previous_company_name')
  })

  test('a busy registry is limited, and one that is down is an error: never a failed call', async () => {
    expect(await get('/api/companies/lookup?query=rate+limit')).toMatchObject({
      status: 200,
      body: { status: 'limited', data: { items: [] }, message: expect.stringContaining('rate-limiting') },
    })
    expect(await get('/api/companies/lookup?query=registry+down')).toMatchObject({
      status: 200,
      body: { status: 'error', data: { items: [] }, message: expect.stringContaining('temporarily unavailable') },
    })
    expect((await get('/api/companies/99999429')).body.status).toBe('limited')
    expect((await get('/api/companies/99999503')).body.status).toBe('error')
    expect((await get('/api/company/search?q=registry+down')).body).toEqual({ companies: [] })
  })

  test('by number, with their status', async () => {
    expect((await get('/api/companies/99000004')).body.data).toMatchObject({
      company_name: 'BRASSNECK BOXING PROMOTIONS LTD',
      company_number: '99000004',
      company_status: 'active',
      company_status_detail: 'active-proposal-to-strike-off',
      address: { town_or_city: 'Altrincham', postcode: 'WA14 9ZZ' },
    })
    expect((await get('/api/companies/12121212')).status).toBe(404)
    const { body } = await get('/api/companies/sc%20990002')
    expect(body).not.toHaveProperty('as_of')
    expect(body.data).toMatchObject({
      company_number: 'SC990002',
      previous_company_names: ['HAAR & HARBOUR LIMITED'],
    })
  })

  test('at most five for the quick funnel', async () => {
    const { body } = await get('/api/company/search?q=limited')
    expect(body.companies).toHaveLength(5)
  })

  test.each([
    '',
    'a',
    '%00',
    '%ud800',
    'x'.repeat(5000),
    '..%2f..%2f',
    '%F0%9F%8E%AA',
    "'; drop table organisations; --",
  ])('an odd question (%#) finds nothing and breaks nothing', async (query) => {
    expect((await get(`/api/companies/lookup?query=${query}`)).body).toMatchObject({ data: { items: [] } })
    expect((await get(`/api/company/search?q=${query}`)).body).toEqual({ companies: [] })
    expect([400, 404]).toContain((await fetch(`${site.origin}/api/companies/${query || '%20'}`)).status)
  })
})

test("companies of an operator's copy of the register say of which day they are", async () => {
  const threeDaysAgo = new Date(Date.now() - 3 * 24 * 60 * 60_000).toISOString().slice(0, 10)
  expect((await get('/api/companies/lookup?query=withybeck')).body).toEqual({
    status: 'ok',
    data: {
      items: [
        {
          title: 'WITHYBECK SHOWS LTD',
          company_number: '00990077',
          address_snippet: '1 LOCK ROW, LEEDS, LS1 9ZZ',
          company_status: 'active',
        },
      ],
    },
    message: '',
    as_of: threeDaysAgo,
  })
  expect((await get('/api/companies/990077')).body).toMatchObject({
    as_of: threeDaysAgo,
    data: { company_name: 'WITHYBECK SHOWS LTD' },
  })
})

describe('addresses', () => {
  test('from three characters, then one of them in full', async () => {
    expect((await get('/api/address/search?term=bo')).body).toEqual({ suggestions: [] })
    const { body } = await get('/api/address/search?term=bobbin')
    const [first] = body.suggestions
    expect(first!.address).toBe('The Bobbin Hall, 3 Spindle Square, Manchester, M4 9ZZ')
    expect(await get(`/api/address/get/${first!.id}`)).toEqual({
      status: 200,
      body: {
        line_1: 'The Bobbin Hall',
        line_2: '3 Spindle Square',
        town_or_city: 'Manchester',
        county: 'Greater Manchester',
        postcode: 'M4 9ZZ',
        country: 'England',
        latitude: 53.4841,
        longitude: -2.2312,
      },
    })
  })

  test('a finder that is down has no suggestions', async () => {
    expect((await get('/api/address/search?term=finder+down')).body).toEqual({ suggestions: [] })
  })

  test.each(['..%2f..%2fadmin', '%2e%2e', 'a%3fb', 'a%23b', 'a%40b.example', 'x'.repeat(200), '%00', 'sandbox_broken'])(
    'the id %p leads nowhere',
    async (id) => {
      expect([400, 404]).toContain((await fetch(`${site.origin}/api/address/get/${id}`)).status)
    },
  )
})

test('a visitor who drains the registry is asked to wait', async () => {
  await get('/api/companies/lookup?query=larkmoor')
  await site.sql`update rate_limits set count = 1000`
  const response = await fetch(`${site.origin}/api/companies/lookup?query=larkmoor`)
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
})

describe('with Companies House behind it', () => {
  let handle: () => Response | Promise<Response>
  let asked = 0
  let real: TestSite
  const registry = Bun.serve({
    port: 0,
    fetch() {
      asked++
      return handle()
    },
  })

  beforeAll(async () => {
    const settings = { apiKey: 'key', apiBase: `http://localhost:${registry.port}`, copyMaxAgeDays: 45 }
    const sandbox = new Set(['payments', 'addresses', 'mail'] as const)
    real = await openTestSite({ demoData: false, env: { companies: settings, sandbox } })
  }, 30_000)
  beforeEach(async () => {
    asked = 0
    await emptyTables(real.sql, 'rate_limits, registry_budgets, company_answers')
  })
  afterAll(async () => {
    await real.close()
    await registry.stop(true)
  })
  const ask = async (path: string) => {
    const response = await fetch(real.origin + path)
    return [response.status, await response.json()]
  }

  const troubles: [string, typeof handle, string][] = [
    ['429', () => new Response('Slow down', { status: 429 }), 'limited'],
    ['401', () => Response.json({ error: 'Invalid Authorization' }, { status: 401 }), 'error'],
    ['502', () => new Response('<html>', { status: 502 }), 'error'],
    ['ten seconds of silence', () => Bun.sleep(10_000).then(() => new Response()), 'error'],
    ['broken JSON', () => new Response('{"items": ['), 'error'],
  ]
  test.each(troubles)(
    '%s is a documented state, in time',
    async (_name, trouble, status) => {
      handle = trouble
      const started = performance.now()
      const [lookup, search, details] = await Promise.all([
        ask('/api/companies/lookup?query=tarn'),
        ask('/api/company/search?q=brook'),
        ask('/api/companies/00990001'),
      ])
      expect(lookup).toMatchObject([200, { status, data: { items: [] }, message: expect.stringMatching(/./) }])
      expect(search).toEqual([200, { companies: [] }])
      expect(details).toMatchObject([200, { status, data: null }])
      expect(performance.now() - started).toBeLessThan(8000)
    },
    15_000,
  )

  test('fifty visitors with one question ask it once', async () => {
    handle = async () => {
      await Bun.sleep(50)
      return Response.json({ items: [{ title: 'TARNBROOK FAIRS LTD', company_number: '00990001' }] })
    }
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('/api/companies/lookup?query=tarnbrook')))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject([200, { data: { items: [{ title: 'TARNBROOK FAIRS LTD' }] } }])
    expect(asked).toBe(1)
  })

  test('an applicant is checked although look-ups have used up their share', async () => {
    handle = () =>
      Response.json({ company_name: 'TARNBROOK FAIRS LTD', company_number: '00990001', company_status: 'active' })
    expect(await ask('/api/companies/00990001')).toMatchObject([200, { status: 'ok' }])
    await real.sql`update registry_budgets set used[1] = 500`
    expect(await ask('/api/companies/00990002')).toMatchObject([200, { status: 'limited' }])

    const organisation = { name: 'Tarnbrook Fairs', contactName: 'Perpetua Inkwell', companyNo: '990001' }
    const made = await post('/api/organisations', {
      ...organisation,
      email: 'perpetua@tarnbrook.example',
      phone: '0161 496 0177',
    })
    const cookie = made.headers.get('set-cookie')!.split(';')[0]!
    const { id: organisationId } = await made.json()
    const eventDraft = { title: 'Fair', eventType: 'physical', venue: 'Hall', category: 'Other', date: '2027-05-27' }
    const application = { organisationId, eventDraft, status: 'approved' }
    expect(await (await post('/api/applications', application, cookie)).json()).toMatchObject({ status: 'approved' })
    // The cached answer would have said the same: this was a question of its own.
    expect(asked).toBe(2)

    await real.sql`update registry_budgets set used[1] = 600`
    expect(await (await post('/api/applications', application, cookie)).json()).toMatchObject({ status: 'submitted' })
    expect(asked).toBe(2)
  })

  async function post(path: string, body: unknown, cookie = ''): Promise<Response> {
    return await fetch(real.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: real.origin, cookie },
      body: JSON.stringify(body),
    })
  }
})
