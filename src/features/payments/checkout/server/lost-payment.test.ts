import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { ownershipCookie } from '#requests/ownership.ts'
import { createSandboxControls } from '#sandbox/payments/controls.ts'
import { addApplication } from '#test/add-application.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { siteOfFile } from '#test/of-file.ts'

setDefaultTimeout(60_000)

let controls: ReturnType<typeof createSandboxControls>
const site = await siteOfFile({ demoData: false })
beforeAll(async () => {
  controls = createSandboxControls({ sql: site.sql })
})

/** A paid listing whose application and order were lost, as after the restore of an older backup. */
async function lost() {
  const { id, organisationId } = await addApplication(site.sql, { status: 'approved' })
  const cookie = ownershipCookie('', [id, organisationId], site.services).split(';')[0]!
  const response = await site.call('/api/stripe/create-listing-session', { applicationId: id }, { cookie })
  const sessionId = ((await response.json()) as { url: string }).url.split('/').at(-1)!
  // Before it is paid, so that no webhook books it meanwhile.
  await emptyTables(site.sql, 'orders, applications, payment_discrepancies, mails cascade')
  await controls.paySession(sessionId)
  return { id, sessionId }
}

const page = async (path: string) => {
  const response = await fetch(site.origin + path)
  return { status: response.status, text: (await response.text()).replaceAll('<!-- -->', '') }
}

test('a payer whose order is missing is told that the money came and what becomes of it, and the team is told', async () => {
  const { id, sessionId } = await lost()
  for (const path of [
    `/accreditation/success?session_id=${sessionId}&application_id=${id}`,
    `/funnel/success/${id}?session_id=${sessionId}`,
    `/upsell/marketing/${id}?session_id=${sessionId}`,
  ]) {
    const { status, text } = await page(path)
    expect([path, status]).toEqual([path, 200])
    expect(text).toContain('We have your payment of £49.00')
    expect(text).toContain('match it to your application or refund it within 5 working days')
  }
  expect(await site.sql`select from payment_discrepancies where kind = 'unknown-order'`).toHaveLength(1)
  const mails = await site.sql`select text_body from mails where kind = 'payment-discrepancy'`
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text_body).toContain('within 5 working days')
})

test('an address that was made up learns nothing', async () => {
  const { id, sessionId } = await lost()
  const other = crypto.randomUUID()
  for (const [session, application] of [
    ['cs_test_madeupmadeup', id],
    [sessionId, other],
  ]) {
    const landing = await page(`/accreditation/success?session_id=${session}&application_id=${application}`)
    expect(landing.status).toBe(404)
    expect(landing.text).not.toContain('We have your payment')
    expect((await page(`/funnel/success/${application}?session_id=${session}`)).status).toBe(404)
  }
})

test('a provider that does not answer is not an address that is wrong', async () => {
  const { id, sessionId } = await lost()
  await controls.fault('server-error', { count: 9, matching: 'GET /v1/checkout/sessions' })
  const { status, text } = await page(`/accreditation/success?session_id=${sessionId}&application_id=${id}`)
  await site.sql`delete from sandbox.payment_faults`
  expect(status).toBe(200)
  expect(text).toContain('Confirming your payment')
})

test('nobody has the provider asked about payments without end', async () => {
  const { id, sessionId } = await lost()
  await site.sql`delete from rate_limits`
  const landing = () => page(`/accreditation/success?session_id=${sessionId}&application_id=${id}`)
  for (let asked = 0; asked < 30; asked++) expect((await landing()).status).toBe(200)
  expect((await landing()).status).toBe(404)
  await site.sql`delete from rate_limits`
})
