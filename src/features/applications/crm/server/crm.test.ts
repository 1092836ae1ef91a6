import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { readEnv } from '#env.ts'
import { createCrmWebhook } from '#providers/crm/crm-webhook.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { type AddedApplication, addApplication } from '#test/add-application.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { until } from '#test/until.ts'
import { maxCrmAttempts } from '../rules.ts'
import { deliverCrmUpdate, queueCrmUpdate } from './queue-crm-update.ts'

const secret = 'a secret of the sales side'
type Received = { headers: Headers; body: string }

let site: TestSite
let received: Received[] = []
/** How the CRM behaves: what it answers, or nothing at all. */
let behave: () => Response | Promise<Response>
const crm = Bun.serve({
  port: 0,
  fetch: async (request) => {
    received.push({ headers: request.headers, body: await request.text() })
    return await behave()
  },
})
const url = `http://127.0.0.1:${crm.port}/hook?tenant=1`

beforeAll(async () => {
  site = await openTestSite({ demoData: false, env: { crm: { url, secret } } })
})
beforeEach(async () => {
  received = []
  behave = () => new Response(null, { status: 204 })
  await emptyTables(site.sql, 'crm_updates, crm_deliveries, rate_limits')
})
afterAll(async () => {
  await site.close()
  await crm.stop(true)
})

const cookieOf = (application: AddedApplication) =>
  ownershipCookie('', [application.organisationId, application.id], site.services).split(';')[0]!

async function post(body: unknown, cookie = '', origin = site.origin) {
  const response = await fetch(`${site.origin}/api/update-crm-status`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const update = (applicationId: string, more: Record<string, unknown> = {}) => ({
  applicationId,
  status: 'assessment_requested',
  selectedOptions: ['verified'],
  ...more,
})

const delivered = async () =>
  await until(async () => (await site.sql`select id from crm_updates where state = 'delivered'`)[0])

/** An update that no job knows of, so that a test can deliver it by hand. */
async function addWaiting() {
  const application = await addApplication(site.sql)
  const [row] = await site.sql`
    insert into crm_updates (application_id, status, selected_options, state)
    values (${application.id}, 'assessment_requested', '{gold}', 'waiting') returning id`
  return row!.id as string
}
const stored = async (id: string) =>
  (await site.sql`select state, attempts, settled_at is not null as settled from crm_updates where id = ${id}`)[0]

describe('the call', () => {
  test('tells the CRM, signed, and leaves the status of the application alone', async () => {
    const application = await addApplication(site.sql, { status: 'rejected' })
    const { status, body } = await post(update(application.id), cookieOf(application))
    expect(status).toBe(200)
    expect(body).toEqual(update(application.id))
    const { id } = await delivered()
    expect(received).toHaveLength(1)
    const [{ headers, body: sent }] = received as [Received]
    expect(JSON.parse(sent)).toEqual({
      id,
      type: 'application.crm_status',
      occurredAt: expect.any(String),
      applicationId: application.id,
      reference: application.reference,
      status: 'assessment_requested',
      selectedOptions: ['verified'],
    })
    const timestamp = headers.get('webhook-timestamp')!
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(20)
    const signature = createHmac('sha256', secret).update(`${timestamp}.${sent}`).digest('hex')
    expect(headers.get('webhook-signature')).toBe(`v1=${signature}`)
    expect(headers.get('webhook-id')).toBe(id)
    const [row] = await site.sql`select status, crm_status from applications where id = ${application.id}`
    expect(row).toEqual({ status: 'rejected', crm_status: 'assessment_requested' })
    const log = await site.sql`select update_id, http_status, outcome from crm_deliveries`
    expect([...log]).toEqual([{ update_id: id, http_status: 204, outcome: 'Delivered.' }])
  })

  test('the same again tells nothing new; something else does', async () => {
    const application = await addApplication(site.sql)
    const cookie = cookieOf(application)
    await Promise.all([1, 2, 3].map(() => post(update(application.id), cookie)))
    expect((await site.sql`select from crm_updates`).length).toBe(1)
    await post(update(application.id, { selectedOptions: ['gold'] }), cookie)
    expect((await site.sql`select from crm_updates`).length).toBe(2)
  })

  test.each([
    ['approved', { status: 'approved' }, 'status'],
    ['paid', { status: 'paid' }, 'status'],
    ['a list', { status: ['assessment_requested'] }, 'status'],
    ['no status', { status: undefined }, 'status'],
    ['an unknown level', { selectedOptions: ['platinum'] }, 'selectedOptions.0'],
    ['an id that is none', { applicationId: '1' }, 'applicationId'],
  ])('%s is refused', async (_, more, field) => {
    const application = await addApplication(site.sql)
    const { status, body } = await post(update(application.id, more), cookieOf(application))
    expect(status).toBe(422)
    expect(body.fields).toEqual([{ field, message: expect.any(String) }])
    const [row] = await site.sql`select status, crm_status from applications where id = ${application.id}`
    expect(row).toEqual({ status: 'submitted', crm_status: null })
  })

  test('only from this site, and only for the browser that applied or the admin area', async () => {
    const application = await addApplication(site.sql)
    const other = await addApplication(site.sql)
    expect((await post(update(application.id))).status).toBe(403)
    expect((await post(update(application.id), cookieOf(other))).status).toBe(403)
    expect((await post(update(application.id), cookieOf(application), 'https://evil.example')).status).toBe(403)
    expect((await post(update(crypto.randomUUID()), cookieOf(other))).status).toBe(404)
    expect(await site.sql`select from audit_log where subject_id = ${application.id}`).toHaveLength(0)
    expect((await post(update(application.id), await signInAdmin(site))).status).toBe(200)
    const [logged] =
      await site.sql`select action, actor_kind, after from audit_log where subject_id = ${application.id}`
    const after = { status: 'assessment_requested', selectedOptions: ['verified'] }
    expect({ ...logged }).toEqual({ action: 'application.crm-told', actor_kind: 'person', after })
  })

  test('a CRM that does not answer slows nobody down', async () => {
    behave = () => new Promise(() => {})
    const application = await addApplication(site.sql)
    const begun = Date.now()
    const { status } = await post(update(application.id), cookieOf(application))
    expect(status).toBe(200)
    expect(Date.now() - begun).toBeLessThan(1_000)
  })

  test('a change that comes to nothing tells nothing', async () => {
    const { id: applicationId } = await addApplication(site.sql)
    const reported = site.sql.begin(async (transaction) => {
      await queueCrmUpdate(transaction, { applicationId, status: 'pre_approved', selectedOptions: [] }, site.services)
      throw new Error('taken back')
    })
    await expect(reported).rejects.toThrow('taken back')
    expect(await site.sql`select from crm_updates where application_id = ${applicationId}`).toHaveLength(0)
    // Others’ deliveries may still be tried again.
    expect(received.filter(({ body }) => body.includes(applicationId))).toHaveLength(0)
  })
})

describe('a delivery', () => {
  test('is tried again by the queue until it succeeds', async () => {
    let answers = 0
    behave = () => new Response('busy', { status: answers++ === 0 ? 503 : 200 })
    const application = await addApplication(site.sql)
    await post(update(application.id), cookieOf(application))
    await delivered()
    const log = await site.sql`select http_status from crm_deliveries order by id`
    expect(log.map(({ http_status }) => http_status)).toEqual([503, 200])
    expect(received[0]!.body).toBe(received[1]!.body)
  }, 20_000)

  test('done is done: a job that runs again sends nothing', async () => {
    const id = await addWaiting()
    await deliverCrmUpdate({ updateId: id }, site.services)
    await deliverCrmUpdate({ updateId: id }, site.services)
    expect(received).toHaveLength(1)
    expect(await stored(id)).toEqual({ state: 'delivered', attempts: 1, settled: true })
  })

  test('follows no redirect', async () => {
    behave = () => new Response(null, { status: 307, headers: { location: `http://127.0.0.1:${crm.port}/elsewhere` } })
    const id = await addWaiting()
    await expect(deliverCrmUpdate({ updateId: id }, site.services)).rejects.toThrow('did not accept an update')
    expect(received).toHaveLength(1)
    expect(await stored(id)).toEqual({ state: 'waiting', attempts: 1, settled: false })
  })

  test('is given up after the last attempt', async () => {
    behave = () => new Response(null, { status: 500 })
    const id = await addWaiting()
    await site.sql`update crm_updates set attempts = ${maxCrmAttempts - 1} where id = ${id}`
    await deliverCrmUpdate({ updateId: id }, site.services)
    expect(await stored(id)).toEqual({ state: 'failed', attempts: maxCrmAttempts, settled: true })
  })

  test('waits five seconds for the answer and no longer; what is noted names no address', async () => {
    behave = () => new Promise(() => {})
    const id = await addWaiting()
    const begun = Date.now()
    await expect(deliverCrmUpdate({ updateId: id }, site.services)).rejects.toThrow()
    expect(Date.now() - begun).toBeWithin(4_500, 6_500)
    const closed = createCrmWebhook({ url: 'http://127.0.0.1:1/hook?key=k', secret }, () => new Date())
    const outcome = await closed.deliver({ id, body: '{}' })
    expect(outcome).toEqual({ kind: 'unavailable', status: null, reason: 'The CRM could not be reached.' })
    const [noted] = await site.sql`select outcome from crm_deliveries where update_id = ${id}`
    expect(noted!.outcome).toBe('The CRM took longer than 5 seconds.')
  }, 20_000)

  test('the log of deliveries only grows', async () => {
    const id = await addWaiting()
    await deliverCrmUpdate({ updateId: id }, site.services)
    await expect(site.sql`delete from crm_deliveries`.execute()).rejects.toThrow('append-only')
  })
})

describe('the settings', () => {
  const crmOf = (source: Record<string, string>) => {
    const read = readEnv(source)
    return 'problems' in read ? read.problems.join('\n') : read.env.crm
  }

  test('none: updates are kept, in production too', () => {
    expect(crmOf({})).toBeNull()
    const production = readEnv({ NODE_ENV: 'production' })
    expect('problems' in production && production.problems.join()).not.toContain('CRM')
  })

  test('both or neither, and only what can work', () => {
    expect(crmOf({ CRM_WEBHOOK_URL: url, CRM_WEBHOOK_SECRET: secret })).toMatchObject({ url, secret })
    expect(crmOf({ CRM_WEBHOOK_URL: url })).toContain('go together')
    expect(crmOf({ CRM_WEBHOOK_SECRET: secret })).toContain('go together')
    expect(crmOf({ CRM_WEBHOOK_URL: url, CRM_WEBHOOK_SECRET: 'short' })).toContain('shorter than 16')
    expect(crmOf({ CRM_WEBHOOK_URL: 'ftp://crm', CRM_WEBHOOK_SECRET: secret })).toContain('not an http')
    expect(crmOf({ CRM_WEBHOOK_URL: 'https://a:b@crm.example/', CRM_WEBHOOK_SECRET: secret })).toContain('user name')
  })
})
