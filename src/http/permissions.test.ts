import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { adminPages, PageId } from '#admin-pages.ts'
import { type Role, roles } from '#domain/permissions.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { allPages, pageIds } from './all-pages.ts'
import { endpoints } from './endpoints.ts'
import { handlerOf } from './handlers.ts'

setDefaultTimeout(120_000)

/**
 * Who may do what, said once more and apart from the code: whoever adds a page below `/admin` or `/review`, or a call below
 * `/api/admin`, writes here who is meant to have it. `anyone` is for the ways in.
 */
type Who = 'anyone' | readonly Role[]
const everyone: Who = ['reviewer', 'panel', 'editor', 'concerns', 'finance', 'support', 'owner']
const ownersAlone: Who = ['owner']
const reviewers: Who = ['reviewer', 'owner']
const mailReaders: Who = ['reviewer', 'support', 'owner']
const panelMembers: Who = ['panel', 'owner']
const editors: Who = ['editor', 'owner']
const finance: Who = ['finance', 'owner']
const concernsTeam: Who = ['editor', 'concerns', 'owner']

const pagesOfTheTest: Record<keyof typeof adminPages, Who> = {
  signIn: 'anyone',
  secondFactor: 'anyone',
  invitation: 'anyone',
  admin: everyone,
  account: everyone,
  adminCalls: reviewers,
  adminSearch: everyone,
  queue: reviewers,
  review: reviewers,
  caseDocuments: reviewers,
  caseDecision: reviewers,
  caseMails: mailReaders,
  caseOrders: finance,
  assessments: reviewers,
  assessment: reviewers,
  panel: panelMembers,
  panelCase: panelMembers,
  adminRegister: editors,
  adminEntry: editors,
  charts: reviewers,
  submissions: editors,
  submission: editors,
  jobs: ownersAlone,
  nationalImport: editors,
  adminPartners: editors,
  adminCallTimes: editors,
  adminContent: editors,
  adminClaims: editors,
  adminCoupons: finance,
  orders: finance,
  order: finance,
  payments: finance,
  months: finance,
  refunds: finance,
  customers: finance,
  adminApiKeys: editors,
  adminCrm: ownersAlone,
  adminWebhooks: editors,
  mailbox: mailReaders,
  suppressed: ownersAlone,
  incomingMails: mailReaders,
  mail: mailReaders,
  people: ownersAlone,
  person: ownersAlone,
  adminCriteria: editors,
  adminCriterion: editors,
  adminReasons: editors,
  adminConcerns: concernsTeam,
  adminConcern: concernsTeam,
  adminAppeals: concernsTeam,
  adminAppeal: concernsTeam,
  adminMisuse: concernsTeam,
  adminComplaints: editors,
  adminComplaint: editors,
  adminPrivacy: ownersAlone,
  auditLog: ownersAlone,
  signInLog: ownersAlone,
}

const adminCalls: Record<string, Who> = {
  'POST /api/admin/approve': reviewers,
  'POST /api/admin/assessments/:id/criteria/:criterion': reviewers,
  'POST /api/admin/assessments/:id/readers': reviewers,
  'GET /api/admin/arrivals': reviewers,
  'GET /api/admin/correspondence/:kind': editors,
  'GET /api/admin/applications.csv': reviewers,
  'GET /api/admin/assessments.csv': reviewers,
  'GET /api/admin/register.csv': editors,
  'GET /api/admin/search': everyone,
  'GET /api/admin/orders.csv': finance,
  'GET /api/admin/journal.csv': finance,
  'GET /api/admin/refunds.csv': finance,
  'GET /api/admin/customers.csv': finance,
  'GET /api/admin/mails/:id/html': mailReaders,
  'GET /api/admin/mails/:id/attachments/:position': mailReaders,
  'POST /api/admin/national-imports': editors,
  'POST /api/admin/national-imports/:id/pieces/:position': editors,
  'POST /api/admin/privacy/export': ownersAlone,
  'GET /api/admin/audit-log.csv': ownersAlone,
}

/** Calls that need the cookie of an application's own browser, with a body for somebody else's; null where the cookie alone names it. */
const ownersCalls: Record<string, ((theirs: { id: string; organisationId: string; email: string }) => unknown) | null> =
  {
    'POST /api/applications': ({ organisationId }) => ({
      organisationId,
      eventDraft,
      status: 'pending',
      couponCode: null,
    }),
    'POST /api/book-assessment': ({ id }) => ({
      applicationId: id,
      preferredDate: '2027-03-01',
      preferredTime: '09:00',
      phone: '0161 496 0199',
      selectedOptions: [],
    }),
    'POST /api/update-crm-status': ({ id }) => ({
      applicationId: id,
      status: 'assessment_requested',
      selectedOptions: [],
    }),
    // What they do to whom is tested beside them (own-application.test.ts).
    'POST /api/applications/:id/change': null,
    'POST /api/applications/:id/withdraw': null,
    'POST /api/remove-coupon': ({ id }) => ({ applicationId: id }),
    'POST /api/stripe/create-listing-session': ({ id }) => ({ applicationId: id }),
    'POST /api/stripe/create-award-session': ({ id }) => ({ applicationId: id, engraving: 'Harbour Lights' }),
    'POST /api/stripe/create-marketing-session': ({ id }) => ({ applicationId: id }),
    'POST /api/stripe/create-ads-session': ({ id }) => ({ applicationId: id }),
    'POST /api/stripe/create-extras-session': ({ id }) => ({ applicationId: id, services: ['featured'] }),
    'POST /api/stripe/create-portal-session': ({ id, email }) => ({ customerEmail: email, applicationId: id }),
    'GET /api/application-draft': null,
    'POST /api/application-draft': null,
    'POST /api/application-draft/delete': null,
    'POST /api/application-draft/link': null,
    'POST /api/evidence/uploads': ({ id }) => ({
      applicationId: id,
      criterionId: 'risk-assessment',
      name: 'plan.pdf',
      bytes: 1000,
    }),
    // These know of no application: an upload of somebody else's is not found (features/assessments/files/server/upload.test.ts).
    'GET /api/evidence/uploads/:id': null,
    'PUT /api/evidence/uploads/:id/pieces/:position': null,
    'POST /api/evidence/uploads/:id/finish': null,
    'DELETE /api/evidence/uploads/:id': null,
  }

const eventDraft = {
  title: 'Harbour Lights Festival',
  date: '2027-08-21',
  eventType: 'physical',
  venue: 'Old Harbour',
  city: 'Whitby',
  category: 'Music & Concerts',
}

const whoMaySee: Partial<Record<PageId, Who>> = pagesOfTheTest
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const fill = (pattern: string) =>
  pattern.replace(':position', '1').replace(/:(\w+)/g, () => '0190b5b1-7e57-4000-8000-000000000000')

const pageHandlers = await Promise.all(pageIds.map((page) => handlerOf(page)))

const cookies = new Map<Role, string>()
let half = ''

const site = await siteOfFile()
beforeAll(async () => {
  for (const role of roles) {
    const credentials = { email: `${role}@beaa.example`, password: 'a wardrobe full of herring' }
    await site.services.auth.setPassword({ ...credentials, name: `Some ${role}`, roles: [role] })
    cookies.set(role, await signInAdmin(site, credentials))
  }
  // An owner who has given a password and not yet the second factor.
  const credentials = { email: 'half@beaa.example', password: 'a wardrobe full of herring' }
  const id = await site.services.auth.setPassword({ ...credentials, name: 'Half Testing', roles: ['owner'] })
  await site.sql`
    insert into second_factors (person_id, secret, last_step, enrolled_at) values (${id}, '\\x00', 0, now())`
  half = await signInAdmin(site, credentials)
})

async function send(method: string, path: string, cookie: string, body?: unknown): Promise<Response> {
  const isCall = path.startsWith('/api/')
  const response = await fetch(site.origin + path, {
    method,
    redirect: 'manual',
    headers: {
      cookie,
      origin: site.origin,
      ...(method === 'POST' && isCall ? { 'content-type': 'application/json' } : {}),
    },
    ...(method === 'POST'
      ? { body: isCall ? JSON.stringify(body ?? {}) : new URLSearchParams({ intent: 'nothing' }) }
      : {}),
  })
  await response.body?.cancel()
  return response
}

/** What an answer says of the one who asks: a page sends a stranger to sign in, a call answers 401; another role gets 403. */
function verdictOf(response: Response): 'stranger' | 'refused' | 'passed' | `failed with ${number}` {
  if (response.status >= 500) return `failed with ${response.status}`
  if (response.status === 403) return 'refused'
  if (response.status === 401) return 'stranger'
  const to = response.headers.get('location') ?? ''
  return response.status === 303 && to.startsWith('/admin/sign-in?') ? 'stranger' : 'passed'
}

async function expectVerdicts(method: string, path: string, who: Who): Promise<void> {
  const outside = who === 'anyone' ? 'passed' : 'stranger'
  const said: Record<string, string> = { nobody: verdictOf(await send(method, path, '')) }
  const meant: Record<string, string> = { nobody: outside }
  // (The page of the second factor sends nobody away but to the sign-in page: that is its way.)
  if (who !== 'anyone') {
    said.half = verdictOf(await send(method, path, half))
    meant.half = 'stranger'
  }
  for (const role of roles) {
    said[role] = verdictOf(await send(method, path, cookies.get(role)!))
    meant[role] = who === 'anyone' || who.includes(role) ? 'passed' : 'refused'
  }
  expect({ method, path, ...said }).toEqual({ method, path, ...meant })
}

/** What a page of another site sends in an owner's browser. */
async function expectNothingTakenFromElsewhere(method: string, path: string): Promise<void> {
  const isCall = path.startsWith('/api/')
  const { status, headers } = await fetch(site.origin + path, {
    method,
    redirect: 'manual',
    headers: {
      cookie: cookies.get('owner')!,
      origin: 'https://elsewhere.example',
      ...(isCall && { 'content-type': 'application/json' }),
    },
    body: isCall ? '{}' : new URLSearchParams({ intent: 'nothing' }),
  })
  expect([status, headers.getSetCookie()]).toEqual([403, []])
}

/** Addresses that name nothing: an id that nothing has, and what is none. */
const madeUp = (pattern: string) =>
  ['0199a1b2-0000-7000-8000-000000000001', 'made-up', '%00', '%27%20or%201=1%20--'].map((id) =>
    pattern.replace(':kind', 'enquiries').replace(':position', '1').replace(/:\w+/, id),
  )

describe('the table', () => {
  test('names every page of the admin area, and each is for those that it names', () => {
    for (const page of pageIds) {
      const { path, permission } = allPages[page]
      const isAdmins = /^\/(admin|review)(\/|$)/.test(path)
      const who = whoMaySee[page]
      expect([page, isAdmins, permission]).toEqual([page, who !== undefined, who && expect.anything()])
      if (who) expect([page, permission === 'anyone']).toEqual([page, who === 'anyone'])
    }
  })

  test('names every call of the admin area, and each has the permission of those that it names', () => {
    const ofAdmin = endpoints.filter(
      ({ path, permission }) =>
        path.startsWith('/api/admin') || !['anyone', 'owner', 'signature'].includes(permission as string),
    )
    expect(ofAdmin.map(nameOf).toSorted()).toEqual(Object.keys(adminCalls).toSorted())
    for (const { permission } of ofAdmin) expect(['anyone', 'owner', 'signature']).not.toContain(permission)
  })

  test('names every call that belongs to the owner of an application', () => {
    const owned = endpoints.filter(({ permission }) => permission === 'owner')
    expect(owned.map(nameOf).toSorted()).toEqual(Object.keys(ownersCalls).toSorted())
  })
})

describe('every page', () => {
  for (const [at, page] of pageIds.entries()) {
    const who = whoMaySee[page]
    const path = fill(allPages[page].path)
    // One click in a mail program unsubscribes, from wherever it comes.
    if (pageHandlers[at]!.act && !pageHandlers[at]!.oneClick)
      test(`the forms of ${page} are taken from no other site`, async () => {
        await expectNothingTakenFromElsewhere('POST', path)
      })
    if (!who) {
      test(`${page} is shown to everybody alike`, async () => {
        for (const cookie of ['', ...cookies.values()])
          expect(verdictOf(await send('GET', path, cookie))).toBe('passed')
      })
      continue
    }
    // Nobody and a whole session are sent on by the page of the second factor; its own tests tell where.
    if (page === 'secondFactor') continue
    test(`${page} is shown to whom it belongs`, async () => {
      await expectVerdicts('GET', path, who)
      await expectVerdicts('HEAD', path, who)
    })
    if (pageHandlers[at]!.act && who !== 'anyone') {
      test(`the forms of ${page} are taken from whom it belongs to`, async () => {
        await expectVerdicts('POST', path, who)
      })
    }
    // Without a draft there is no criterion to open: that page leads to the list.
    if (/:(id|token)$/.test(allPages[page].path) && page !== 'adminCriterion') {
      test(`${page} of what does not exist is not found`, async () => {
        for (const address of madeUp(allPages[page].path))
          expect([address, (await send('GET', address, cookies.get('owner')!)).status]).toEqual([address, 404])
      })
    }
  }
})

describe('every call', () => {
  for (const endpoint of endpoints) {
    if (endpoint.method !== 'GET' && endpoint.permission !== 'signature' && !endpoint.isOpen)
      test(`${nameOf(endpoint)} is taken from no other site`, async () => {
        await expectNothingTakenFromElsewhere(endpoint.method, fill(endpoint.path))
      })
    const who = adminCalls[nameOf(endpoint)]
    if (!who) continue
    test(`${nameOf(endpoint)} is answered to whom it belongs`, async () => {
      await expectVerdicts(endpoint.method, fill(endpoint.path), who)
    })
    if (endpoint.method === 'GET' && /:id\b/.test(endpoint.path))
      test(`${nameOf(endpoint)} of what does not exist is not found`, async () => {
        for (const address of madeUp(endpoint.path))
          expect([address, (await send('GET', address, cookies.get('owner')!)).status]).toEqual([address, 404])
      })
  }

  test('of the owner of an application is refused to everybody else, in the same way', async () => {
    const email = 'robin@harbour-lights.example'
    const theirs = await addApplication(site.sql, { status: 'approved', organisation: { email } })
    for (const endpoint of endpoints.filter(({ permission }) => permission === 'owner')) {
      const body = ownersCalls[nameOf(endpoint)]?.({ ...theirs, email })
      if (!body) continue
      const strange = await fetch(site.origin + endpoint.path, {
        method: endpoint.method,
        headers: { origin: site.origin, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const answer = { call: nameOf(endpoint), status: strange.status, text: await strange.text() }
      expect({ call: answer.call, isRefused: [401, 403, 404].includes(answer.status), answer }).toMatchObject({
        call: answer.call,
        isRefused: true,
      })
    }
    expect(await site.sql`select 1 from orders where application_id = ${theirs.id}`).toHaveLength(0)
  })

  test('that does not exist is not found, signed in or not', async () => {
    for (const cookie of ['', cookies.get('owner')!]) {
      expect((await send('GET', '/api/admin/nothing', cookie)).status).toBe(404)
      expect((await send('POST', '/api/admin/nothing', cookie)).status).toBe(404)
      expect((await send('GET', '/admin/nothing', cookie)).status).toBe(404)
    }
  })
})
