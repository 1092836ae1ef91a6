import { beforeEach, describe, expect, test } from 'bun:test'
import { createApplicationSchema } from '#features/applications/schema.ts'
import { siteOfFile } from '#test/of-file.ts'
import { isFailure } from '#wire/failure.ts'
import { createApplication } from './create-application.ts'

const site = await siteOfFile({ demoData: false })
beforeEach(async () => {
  await site.sql`delete from rate_limits`
})

const organisation = {
  name: 'Larkmoor & Fettle Events Ltd',
  contactName: 'Perpetua Inkwell',
  email: 'perpetua@larkmoor.example',
  phone: '0161 496 0177',
  companyNo: '99000001',
}
const eventDraft = {
  title: 'Bobbin Fair',
  eventType: 'physical',
  venue: 'The Bobbin Hall',
  category: 'Other',
  date: '2027-05-27',
}

// biome-ignore lint/suspicious/noExplicitAny: answers are judged field by field.
type Reply = { status: number; body: any; cookie: string; text: string; headers: Headers }

async function post(path: string, body: unknown, cookie = ''): Promise<Reply> {
  const response = await fetch(site.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.origin, ...(cookie ? { cookie } : {}) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return await read(response)
}

async function get(path: string, cookie = ''): Promise<Reply> {
  return await read(await fetch(site.origin + path, { headers: cookie ? { cookie } : {} }))
}

async function read(response: Response): Promise<Reply> {
  const text = await response.text()
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { status: response.status, body: JSON.parse(text), cookie, text, headers: response.headers }
}

async function owner(more: Record<string, unknown> = {}): Promise<{ organisationId: string; cookie: string }> {
  const made = await post('/api/organisations', { ...organisation, ...more })
  expect(made.status).toBe(201)
  return { organisationId: made.body.id, cookie: made.cookie }
}

async function apply(more: Record<string, unknown> = {}, body: Record<string, unknown> = {}): Promise<Reply> {
  const { organisationId, cookie } = await owner(more)
  return await post('/api/applications', { organisationId, eventDraft, status: 'approved', ...body }, cookie)
}

async function signIn(): Promise<string> {
  const signed = await site.services.auth.signIn({ ...site.admin, headers: new Headers() })
  if (signed.kind !== 'signed-in') throw new Error('The admin could not sign in.')
  return signed.cookies.map((line) => line.split(';')[0]).join('; ')
}

describe('the server decides the status', () => {
  test('an active company under its own name is approved, and the decision is recorded without a person', async () => {
    const { status, body } = await apply()
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'approved',
      eventDraft: { title: 'Bobbin Fair', capacity: 100, country: 'England' },
    })
    expect(body.reference).toMatch(/^APP-[3479ACDEFHJKMNPQRTUVWXY]{6}$/)
    expect(Date.parse(body.createdAt)).toBeGreaterThan(Date.now() - 60_000)
    const decisions = await site.sql`select * from application_decisions where application_id = ${body.id}`
    expect(decisions).toMatchObject([
      { decision: 'approved', decided_by: null, decided_by_name: 'Company registry check' },
    ])
    const [row] = await site.sql`select company_check from applications where id = ${body.id}`
    expect(row!.company_check).toMatchObject({ state: 'confirmed', companyName: 'LARKMOOR & FETTLE EVENTS LIMITED' })
  })

  test.each([
    ['pending from the form', {}, 'pending', 'not-asked'],
    ['no company number', { companyNo: '' }, 'approved', 'not-asked'],
    ['another name', { name: 'Larkmoor Fairs Ltd' }, 'approved', 'name-differs'],
    [
      'a name that the company has given up',
      { name: 'Marrowfleet Harriers Ltd', companyNo: '99000005' },
      'approved',
      'name-differs',
    ],
    ['a dissolved company', { name: 'Larkmoor Catering', companyNo: '99000002' }, 'approved', 'not-active'],
    [
      'a company about to be struck off',
      { name: 'Brassneck Boxing Promotions', companyNo: '99000004' },
      'approved',
      'not-active',
    ],
    ['an unknown number', { companyNo: '98989898' }, 'approved', 'unknown'],
    ['a registry that is busy', { companyNo: '99999429' }, 'approved', 'unavailable'],
    ['a registry that is down', { companyNo: '99999503' }, 'approved', 'unavailable'],
  ])('%s leaves it to a person', async (_, more, status, state) => {
    const { status: code, body } = await apply(more, { status })
    expect([code, body.status]).toEqual([201, 'submitted'])
    const [row] = await site.sql`select company_check from applications where id = ${body.id}`
    expect(row!.company_check.state).toBe(state)
    expect(await site.sql`select 1 from application_decisions where application_id = ${body.id}`).toHaveLength(0)
  })

  test.each(['ABC', '123456789', '../search/companies?q=a'])(
    '%p is no company number, and is refused',
    async (companyNo) => {
      const { status, text } = await post('/api/organisations', { ...organisation, companyNo })
      expect([status, text.includes('Enter a company number of 8 characters')]).toEqual([422, true])
    },
  )

  test.each([['rejected'], ['paid'], ['submitted'], [1], [null], [['approved']]])(
    'the status %p is refused',
    async (status) => {
      expect((await apply({}, { status })).status).toBe(422)
    },
  )
})

describe('repeated submissions', () => {
  test('an organisation that is corrected while the registry is asked is judged as it stands', async () => {
    const submissionKey = crypto.randomUUID()
    const made = await post('/api/organisations', { ...organisation, submissionKey })
    const { companies } = site.services
    let asked = 0
    const services = {
      ...site.services,
      companies: {
        ...companies,
        details: async (...words: Parameters<typeof companies.details>) => {
          const answer = await companies.details(...words)
          if (++asked === 1)
            await post('/api/organisations', { ...organisation, name: 'Somebody Else Ltd', submissionKey }, made.cookie)
          return answer
        },
      },
    }
    const draft = createApplicationSchema.assert({ organisationId: made.body.id, eventDraft, status: 'approved' })
    const stored = await createApplication(
      services,
      { ...draft, submissionKey: crypto.randomUUID(), draftId: null },
      null,
    )
    if (isFailure(stored)) throw new Error(stored.message)
    expect([asked, stored.application.status]).toEqual([2, 'submitted'])
    const [row] = await site.sql`
      select o.name, a.company_check ->> 'state' as state
      from applications as a join organisations as o on o.id = a.organisation_id where a.id = ${stored.application.id}`
    expect(row).toMatchObject({ name: 'Somebody Else Ltd', state: 'name-differs' })
  })

  test('twenty at once with one key make one organisation and one application', async () => {
    const submissionKey = crypto.randomUUID()
    const organisations = await Promise.all(
      Array.from({ length: 20 }, () => post('/api/organisations', { ...organisation, submissionKey })),
    )
    expect(new Set(organisations.map(({ body }) => body.id)).size).toBe(1)
    expect(organisations.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    const { body, cookie } = organisations[7]!
    const applications = await Promise.all(
      Array.from({ length: 20 }, () =>
        post('/api/applications', { organisationId: body.id, eventDraft, status: 'approved', submissionKey }, cookie),
      ),
    )
    expect(new Set(applications.map((reply) => reply.body.reference)).size).toBe(1)
    expect(applications.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    const [count] = await site.sql`
      select (select count(*) from applications where organisation_id = ${body.id}) as applications,
        (select count(*) from application_decisions as d join applications as a on a.id = d.application_id
          where a.organisation_id = ${body.id}) as decisions`
    expect(count).toEqual({ applications: 1, decisions: 1 })
  })

  test('what was corrected after a failed attempt is what is stored, until there is an application', async () => {
    const submissionKey = crypto.randomUUID()
    const mistyped = await post('/api/organisations', { ...organisation, email: 'wrong@b.example', submissionKey })
    const { body, cookie, status } = await post('/api/organisations', { ...organisation, companyNo: '', submissionKey })
    expect([status, body.id]).toEqual([200, mistyped.body.id])
    const stored = () => site.sql`select email, company_no from organisations where id = ${body.id}`
    expect([...(await stored())]).toEqual([{ email: organisation.email, company_no: null }])
    await post('/api/applications', { organisationId: body.id, eventDraft, submissionKey }, cookie)
    const late = await post('/api/organisations', { ...organisation, email: 'late@b.example', submissionKey })
    expect([late.status, late.body.id]).toEqual([200, body.id])
    expect([...(await stored())]).toEqual([{ email: organisation.email, company_no: null }])
  })

  test('a key that made an application of another event is a conflict that names it', async () => {
    const submissionKey = crypto.randomUUID()
    const { body: made, cookie } = await post('/api/organisations', { ...organisation, submissionKey })
    const apply = (event: object) =>
      post('/api/applications', { organisationId: made.id, eventDraft: event, submissionKey }, cookie)
    const first = await apply(eventDraft)
    const other = await apply({ ...eventDraft, title: 'Spindle Fair' })
    expect([first.status, other.status]).toEqual([201, 409])
    expect(other.body).toMatchObject({ kind: 'conflict', id: first.body.id, reference: first.body.reference })
    expect(other.body.error).toBe(
      `We already have application ${first.body.reference}, with the answers that you sent first. Write to compliance@beaa.example to correct it.`,
    )
    expect((await apply(eventDraft)).status).toBe(200)
    const rows =
      await site.sql`select event_draft ->> 'title' as title from applications where organisation_id = ${made.id}`
    expect(rows.map(({ title }) => title)).toEqual([eventDraft.title])
  })

  test("another's key answers nothing of theirs", async () => {
    const submissionKey = crypto.randomUUID()
    const theirs = await apply({}, { submissionKey })
    const mine = await apply({}, { submissionKey })
    expect(mine.status).toBe(409)
    expect(mine.text).not.toContain(theirs.body.id)
  })
})

describe('who may', () => {
  test('apply: the browser that created the organisation, or an admin', async () => {
    const { organisationId, cookie } = await owner()
    const other = await owner()
    const body = { organisationId, eventDraft, status: 'pending' }
    expect((await post('/api/applications', body)).status).toBe(403)
    expect((await post('/api/applications', body, other.cookie)).status).toBe(403)
    expect(
      (
        await post(
          '/api/applications',
          body,
          cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        )
      ).status,
    ).toBe(403)
    expect((await post('/api/applications', body, cookie)).status).toBe(201)
    expect((await post('/api/applications', body, await signIn())).status).toBe(201)
    expect(
      (await post('/api/applications', { ...body, organisationId: crypto.randomUUID() }, await signIn())).status,
    ).toBe(404)
  })

  test('apply for somebody else from the admin area, which is logged once, and leaves the browser without the cookie', async () => {
    const { organisationId, cookie } = await owner()
    const body = { organisationId, eventDraft, status: 'pending', submissionKey: crypto.randomUUID() }
    const admin = await signIn()
    const made = await post('/api/applications', body, admin)
    const again = await post('/api/applications', body, admin)
    expect([made.status, again.status]).toEqual([201, 200])
    expect([made.cookie, again.cookie]).toEqual(['', ''])
    const { id, reference } = made.body
    const logged = await site.sql`select action, actor_kind, after from audit_log where subject_id = ${id}`
    expect(logged.map((row) => ({ ...row }))).toEqual([
      {
        action: 'application.created',
        actor_kind: 'person',
        after: { reference, status: 'submitted', organisationId },
      },
    ])
    // Whoever is signed in and applies for an organisation of their own browser does it as its applicant.
    const own = await post(
      '/api/applications',
      { organisationId, eventDraft, status: 'pending' },
      `${admin}; ${cookie}`,
    )
    expect(own.status).toBe(201)
    expect(own.cookie).not.toBe('')
    expect(await site.sql`select from audit_log where subject_id = ${own.body.id}`).toHaveLength(0)
  })

  test('see the email and phone of an organisation', async () => {
    const { organisationId, cookie } = await owner({ email: 'Perpetua@Larkmoor.example' })
    const stranger = await get(`/api/organisations/${organisationId}`)
    expect(stranger.body).toEqual({
      id: organisationId,
      name: organisation.name,
      contactName: organisation.contactName,
      email: 'P•••@Larkmoor.example',
    })
    expect(stranger.headers.get('cache-control')).toBe('no-store')
    const mine = await get(`/api/organisations/${organisationId}`, cookie)
    expect(mine.body).toMatchObject({
      email: 'Perpetua@Larkmoor.example',
      phone: organisation.phone,
      companyNo: '99000001',
    })
    expect((await get(`/api/organisations/${organisationId}`, await signIn())).body.phone).toBe(organisation.phone)
  })

  test('an application answers nothing personal and no coupon that its draft does not hold', async () => {
    const made = await apply({}, { couponCode: 'launch100' })
    const { body, text, headers } = await get(`/api/applications/${made.body.id}`)
    expect(Object.keys(body).sort()).toEqual(['createdAt', 'eventDraft', 'id', 'organisationId', 'reference', 'status'])
    for (const secret of [organisation.email, organisation.phone, organisation.contactName, 'LAUNCH100']) {
      expect(text).not.toContain(secret)
    }
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    const [row] = await site.sql`select coupon_code from applications where id = ${body.id}`
    expect(row!.coupon_code).toBe('LAUNCH100')
  })

  test.each(['1', 'not-a-uuid', '%2e%2e', '00000000-0000-4000-8000-000000000000', "' or 1=1 --"])(
    'the id %p is not found',
    async (id) => {
      expect((await get(`/api/applications/${encodeURIComponent(id)}`)).status).toBe(404)
      expect((await get(`/api/organisations/${encodeURIComponent(id)}`)).status).toBe(404)
    },
  )
})

describe('what is refused', () => {
  test('missing fields, in the documented words', async () => {
    const { status, body } = await post('/api/organisations', {})
    expect(status).toBe(422)
    expect(
      Object.fromEntries(body.fields.map((entry: { field: string; message: string }) => [entry.field, entry.message])),
    ).toEqual({
      name: 'Organisation name is required',
      contactName: 'Contact name is required',
      email: 'Email is required',
      phone: 'Phone number is required',
    })
    const event = await apply({}, { eventDraft: {} })
    expect(event.body.fields).toEqual(
      expect.arrayContaining([
        { field: 'eventDraft.title', message: 'Event title is required' },
        { field: 'eventDraft.category', message: 'Event category is required' },
        { field: 'eventDraft.eventType', message: 'Event type is required' },
      ]),
    )
    const noVenue = await apply({}, { eventDraft: { ...eventDraft, venue: '  ' } })
    expect(noVenue.body.fields).toEqual([
      { field: 'eventDraft.venue', message: 'Venue is required for physical events' },
    ])
    const noUrl = await apply({}, { eventDraft: { ...eventDraft, eventType: 'online' } })
    expect(noUrl.body.fields).toEqual([
      { field: 'eventDraft.onlineUrl', message: 'Online URL is required for virtual events' },
    ])
  })

  test.each<[string, Record<string, unknown>]>([
    ['a number as name', { name: 7 }],
    ['a list as email', { email: ['a@b.example'] }],
    ['no address as email', { email: 'perpetua@larkmoor' }],
    ['a line break in the email', { email: 'a@b.example\r\nBcc: c@d.example' }],
    ['a script address as website', { website: 'javascript:alert(1)' }],
    ['a local address as website', { website: 'file:///etc/passwd' }],
    ['NUL', { name: 'Lark\u0000moor' }],
    ['an escape character', { tradingName: '\u001b[31mLarkmoor' }],
    ['half of a surrogate pair', { contactName: '\ud800' }],
    ['a name of 201 characters', { name: 'x'.repeat(201) }],
    ['an email of 10,000 characters', { email: `a@${'a'.repeat(10_000)}.example` }],
    ['a key that is no UUID', { submissionKey: 'once' }],
  ])('%s in an organisation', async (_, more) => {
    const { status, text } = await post('/api/organisations', { ...organisation, ...more })
    expect(status).toBe(422)
    for (const value of Object.values(more)) if (typeof value === 'string') expect(text).not.toContain(value)
  })

  test.each<[string, Record<string, unknown>]>([
    ['an unknown category', { category: 'Duels' }],
    ['an unknown type', { eventType: 'secret' }],
    ['a day that does not exist', { date: '2027-02-30' }],
    ['a capacity of nothing', { capacity: 0 }],
    ['a capacity in words', { capacity: 'many' }],
    ['a script address', { url: 'javascript:alert(1)' }],
    ['NUL in the description', { description: 'a\u0000b' }],
    ['half of a surrogate pair', { description: '\udc00' }],
    ['a latitude beyond the pole', { latitude: 91 }],
    ['a title that is an object', { title: { toString: 'x' } }],
  ])('%s in an event', async (_, more) => {
    expect((await apply({}, { eventDraft: { ...eventDraft, ...more } })).status).toBe(422)
  })

  test.each([
    '',
    'x',
    'null',
    '[]',
    '"a"',
    '{"name":',
    '[[[['.repeat(20),
    JSON.stringify({ ...organisation, name: 'x'.repeat(200_000) }),
  ])('a body of another kind (%#)', async (body) => {
    const reply = await post('/api/organisations', body)
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.status).toBeLessThan(500)
  })

  test('fields that nobody asked for are dropped', async () => {
    const made = await post(
      '/api/organisations',
      `{"id":"${crypto.randomUUID()}","__proto__":{"admin":true},"verified":true,"stripe_customer_id":"cus_1","stripeCustomerId":"cus_1",${JSON.stringify(organisation).slice(1)}`,
    )
    expect(made.status).toBe(201)
    const [row] = await site.sql`select stripe_customer_id from organisations where id = ${made.body.id}`
    expect(row!.stripe_customer_id).toBeNull()
    const draft = { ...eventDraft, accredited: true, featured: true, price: 1, isPro: true, status: 'approved' }
    const { body } = await apply(
      { companyNo: '' },
      { eventDraft: draft, crm_status: 'x', reference: 'APP-000000', id: made.body.id },
    )
    expect(body.status).toBe('submitted')
    expect(body.id).not.toBe(made.body.id)
    for (const name of ['accredited', 'featured', 'price', 'isPro', 'status'])
      expect(body.eventDraft).not.toHaveProperty(name)
  })

  test('a private service keeps no date', async () => {
    const { body } = await apply({}, { eventDraft: { ...eventDraft, eventType: 'private', venue: '' } })
    expect(body.eventDraft).toMatchObject({ eventType: 'private', date: '' })
  })
})

test('a visitor who never stops is asked to wait', async () => {
  await post('/api/organisations', organisation)
  await site.sql`update rate_limits set count = 1000 where key like 'organisations:%'`
  const { status, headers } = await post('/api/organisations', organisation)
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})
