import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { ownershipCookie } from '#requests/ownership.ts'
import { createSandboxControls } from '#sandbox/payments/controls.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'

let controls: ReturnType<typeof createSandboxControls>
const site = await siteOfFile({ demoData: false })
beforeAll(async () => {
  controls = createSandboxControls({ sql: site.sql })
})
beforeEach(async () => {
  await site.sql`delete from rate_limits`
  await site.sql`delete from sandbox.payment_faults`
})

/** An approved application that came with the code, of an organisation that nobody else is. */
async function approved() {
  const application = await addApplication(site.sql, {
    status: 'approved',
    organisation: { name: `Lantern Trust ${crypto.randomUUID()}` },
  })
  await site.sql`update applications set coupon_code = 'LAUNCH100' where id = ${application.id}`
  return { ...application, cookie: ownershipCookie('', [application.id], site.services).split(';')[0]! }
}

function call(path: string, body: Record<string, unknown>, cookie = '') {
  return site.call(`/api/${path}`, body, { cookie })
}

/** The checkout as its button leaves it. */
function press(id: string, cookie: string) {
  return site.post(`/checkout/listing/${id}`, { intent: 'remove-coupon', coupon: 'LAUNCH100' }, { cookie })
}

async function checkout(id: string, cookie: string): Promise<string> {
  return (
    await fetch(`${site.origin}/checkout/listing/${id}`, { headers: { cookie } }).then((r) => r.text())
  ).replaceAll('<!-- -->', '')
}

async function begin(id: string, cookie: string, coupon: string | null): Promise<string> {
  const response = await call('stripe/create-listing-session', { applicationId: id, coupon }, cookie)
  return ((await response.json()) as { url: string }).url.split('/').at(-1)!
}

const sessionStatus = async (session: string) =>
  (await site.sql`select body ->> 'status' as status from sandbox.payment_objects where id = ${session}`)[0]?.status

test('the code that an application came with is removed for good, and the price returns', async () => {
  const { id, cookie } = await approved()
  expect(await checkout(id, cookie)).toContain('Get Free Listing — £0.00')
  const session = await begin(id, cookie, 'LAUNCH100')
  const answer = await press(id, cookie)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/checkout/listing/${id}`])
  expect(await sessionStatus(session)).toBe('expired')
  const page = await checkout(id, cookie)
  expect(page).toContain('Continue to payment — £49.00')
  expect(page).not.toContain('LAUNCH100')
  const orders = await site.sql`select status, coupon_code from orders where application_id = ${id}`
  expect([...orders]).toEqual([{ status: 'expired', coupon_code: 'LAUNCH100' }])

  // The next order is at the full price, and the code may be used again by whoever holds it.
  await begin(id, cookie, null)
  const [order] = await site.sql`
    select amount_pence, discount_pence, coupon_code from orders where application_id = ${id} and status = 'pending'`
  expect(order).toEqual({ amount_pence: 4900, discount_pence: 0, coupon_code: null })
  await begin(id, cookie, 'LAUNCH100')
  expect(await checkout(id, cookie)).toContain('£49.00')
})

test('nobody but the applicant removes it, and where there is none nothing happens', async () => {
  const { id, cookie } = await approved()
  const other = await approved()
  for (const stranger of ['', other.cookie]) {
    expect((await call('remove-coupon', { applicationId: id }, stranger)).status).toBe(403)
    expect((await press(id, stranger)).status).toBe(403)
  }
  expect(await checkout(id, '')).not.toContain('Remove the code')
  expect(await checkout(id, cookie)).toContain('Remove the code LAUNCH100')
  for (let time = 0; time < 2; time++) {
    const answer = await call('remove-coupon', { applicationId: id }, cookie)
    expect([answer.status, await answer.json()]).toEqual([200, { removed: true }])
  }
})

test('what was paid with it in the last moment stays paid', async () => {
  const { id, cookie } = await approved()
  await controls.paySession(await begin(id, cookie, 'LAUNCH100'))
  const answer = await call('remove-coupon', { applicationId: id }, cookie)
  expect(answer.status).toBe(409)
  expect(await press(id, cookie).then((response) => response.text())).toContain('The annual listing is paid')
  const [order] = await site.sql`select status, coupon_code from orders where application_id = ${id}`
  expect(order).toEqual({ status: 'paid', coupon_code: 'LAUNCH100' })
})

test('while the provider cannot be asked, the page of the code stays as it was', async () => {
  const { id, cookie } = await approved()
  await begin(id, cookie, 'LAUNCH100')
  await controls.fault('server-error', { count: 20 })
  expect((await call('remove-coupon', { applicationId: id }, cookie)).status).toBe(503)
  const page = await press(id, cookie)
  expect(page.status).toBe(503)
  expect(await page.text()).toContain('The payment provider does not answer.')
  const [order] = await site.sql`select status, coupon_code from orders where application_id = ${id}`
  expect(order).toEqual({ status: 'pending', coupon_code: 'LAUNCH100' })
})
