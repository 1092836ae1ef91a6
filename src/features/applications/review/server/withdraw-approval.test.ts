import { beforeAll, expect, test } from 'bun:test'
import { startCheckout } from '#features/payments/checkout/server/start-checkout.ts'
import { fulfilCheckout } from '#features/payments/fulfilment/server/fulfil-checkout.ts'
import { ready, sessionOf } from '#features/payments/server/funnel-fixture.ts'
import { runRetention } from '#features/people/privacy/server/run-retention.ts'
import { createSandboxControls } from '#sandbox/payments/controls.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'

let controls: ReturnType<typeof createSandboxControls>
const site = await siteOfFile({ demoData: false })
const cookie = await signInAdmin(site)
beforeAll(async () => {
  controls = createSandboxControls({ sql: site.sql })
})

async function post(path: string, form: Record<string, string>) {
  const init = { method: 'POST', redirect: 'manual' as const, body: new URLSearchParams(form) }
  return await fetch(site.origin + path, { ...init, headers: { origin: site.origin, cookie } })
}
const page = async (path: string) => await (await fetch(site.origin + path, { headers: { cookie } })).text()
const withdraw = (id: string, withdrawal = 'Meant for another one.') =>
  post(`/review/${id}/decision`, { decision: 'withdrawn', withdrawal })
const statusOf = async (id: string) => (await site.sql`select status from applications where id = ${id}`)[0]!.status
const orderOf = async (id: string) => (await site.sql`select * from orders where application_id = ${id}`)[0]!
const start = async (applicationId: string) =>
  sessionOf(
    ready(await startCheckout(site.services, { applicationId, product: 'listing', coupon: null, metadata: {} }, null)),
  )
async function approved(email: string) {
  const added = await addApplication(site.sql, { organisation: { email } })
  await post(`/review/${added.id}`, { decision: 'approved', reason: 'Seen.' })
  return added
}

test('a mistaken approval is withdrawn with its reason, mailed, logged, and decided again', async () => {
  const email = 'withdrawn@harbour-lights.example'
  const { id, reference } = await approved(email)
  const missing = await withdraw(id, '  ')
  expect(missing.status).toBe(422)
  expect(await missing.text()).toContain('Give the reason for the withdrawal')
  expect(await statusOf(id)).toBe('approved')

  const done = await withdraw(id, 'The licence is <of> another place.')
  expect(done.headers.get('location')).toBe(`/review/${id}/decision?done=withdrawn`)
  expect(await statusOf(id)).toBe('submitted')
  const shown = await page(`/review/${id}`)
  expect(shown).toContain('Approval withdrawn by')
  expect(shown).toContain('The licence is &lt;of&gt; another place.')
  const [logged] = await site.sql`select * from audit_log where subject_id = ${id} order by id desc limit 1`
  expect(logged).toMatchObject({ action: 'application.approval-withdrawn', after: { status: 'submitted' } })

  await post(`/review/${id}`, { decision: 'approved', reason: 'Now it is.' })
  expect(await statusOf(id)).toBe('approved')
  const mails = await site.sql`select kind, text_body from mails where to_email = ${email} order by id`
  expect(mails.map(({ kind }) => kind)).toEqual(['application-approved', 'approval-withdrawn', 'application-approved'])
  expect(mails[1]!.text_body).toContain(reference)
  expect(mails[1]!.text_body).toContain('The licence is <of> another place.')
  const decisions = await site.sql`select decision from application_decisions where application_id = ${id} order by id`
  expect(decisions.map(({ decision }) => decision)).toEqual(['approved', 'withdrawn', 'approved'])
})

test('of two who withdraw, one does, and the other is told who', async () => {
  const { id } = await approved('twice@harbour-lights.example')
  const answers = await Promise.all([withdraw(id), withdraw(id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
  const refused = await answers.find(({ status }) => status === 409)!.text()
  expect(refused).toContain('Approval withdrawn by')
  expect(refused).toContain('>Meant for another one.</textarea>')
  expect(await site.sql`select from application_decisions where application_id = ${id}`).toHaveLength(2)
})

test('what was paid keeps the approval: the reason is kept, and the way to suspend is shown', async () => {
  const { id } = await approved('paid@harbour-lights.example')
  const session = await start(id)
  // Paid at the provider, and nobody has told us yet.
  await controls.paySession(session)
  const refused = await withdraw(id)
  expect(refused.status).toBe(409)
  const shown = await refused.text()
  expect(shown).toContain('Not withdrawn: the approval can no longer be withdrawn')
  expect(shown).toContain('>Meant for another one.</textarea>')
  expect(await statusOf(id)).toBe('approved')
  expect((await orderOf(id)).status).toBe('paid')
  expect(await page(`/review/${id}/decision`)).toContain('You can no longer withdraw the approval')
  // Who decides is not told of payments.
  expect(await page(`/review/${id}/decision`)).not.toMatch(/(something|has been|was) paid/i)
})

test('an open payment page is closed at the provider, and nobody can open another', async () => {
  const { id } = await approved('open@harbour-lights.example')
  const session = await start(id)
  expect((await withdraw(id)).status).toBe(303)
  expect((await orderOf(id)).status).toBe('expired')
  expect(await site.services.payments.retrieveCheckoutSession(session)).toMatchObject({ status: 'expired' })
  const again = await startCheckout(
    site.services,
    { applicationId: id, product: 'listing', coupon: null, metadata: {} },
    null,
  )
  expect(again).toEqual({ kind: 'not-approved', status: 'submitted' })
})

test('withdrawing and opening a payment page at once leaves no page that can be paid', async () => {
  for (let round = 0; round < 12; round++) {
    const { id } = await approved(`race-${round}@harbour-lights.example`)
    const [answer, started] = await Promise.all([
      withdraw(id),
      startCheckout(site.services, { applicationId: id, product: 'listing', coupon: null, metadata: {} }, null),
    ])
    expect(answer.status).toBe(303)
    if (started.kind === 'ready') {
      const session = await site.services.payments.retrieveCheckoutSession(sessionOf(started.url))
      expect(session).toMatchObject({ status: 'expired' })
    }
    const open = await site.sql`select from orders where application_id = ${id} and status = 'pending'`
    expect(open).toHaveLength(0)
  }
}, 30_000)

test('a page that is paid all the same is booked, publishes nothing, and is a finding; approved again, it publishes', async () => {
  const { id } = await approved('faster@harbour-lights.example')
  const session = await start(id)
  // Withdrawn in the moment in which the payer presses the button: the page was not closed in time.
  await site.sql`update applications set status = 'submitted' where id = ${id}`
  await controls.paySession(session)
  expect((await fulfilCheckout(site.services, session)).kind).toBe('paid')
  expect((await fulfilCheckout(site.services, session)).kind).toBe('paid')
  expect((await orderOf(id)).status).toBe('paid')
  expect(await site.sql`select from register_entries where application_id = ${id}`).toHaveLength(0)
  const findings = await site.sql`select * from payment_discrepancies where checkout_session_id = ${session}`
  expect(findings).toMatchObject([{ kind: 'not-approved', amount_pence: 4900, settled_at: null }])
  const [told] = await site.sql`select * from mails where once_key = ${`payment-discrepancy:${findings[0]!.id}`}`
  expect(told!.text_body).toContain('after the approval of its application was withdrawn')
  expect(await page('/admin/payments')).toContain('Paid after the approval was withdrawn')

  await post(`/review/${id}`, { decision: 'approved', reason: 'It is right after all.' })
  expect(await site.sql`select from register_entries where application_id = ${id} and status = 'active'`).toHaveLength(
    1,
  )
})

test('a withdrawn approval is in the file of its person, and no old one empties what waits again', async () => {
  const email = 'decided-thrice@harbour-lights.example'
  const { id } = await addApplication(site.sql, { status: 'approved', organisation: { email } })
  await site.sql`
    insert into application_decisions (application_id, decision, decided_by_name, decided_at)
    values (${id}, 'approved', 'Registry', now() - interval '9 years')`
  await withdraw(id)
  await runRetention({}, site.services)
  expect((await site.sql`select event_draft ->> 'title' as title from applications where id = ${id}`)[0]!.title).toBe(
    'Harbour Lights Festival',
  )
  await post(`/review/${id}`, { decision: 'rejected', reason: 'Nothing was sent.' })
  const answer = await post('/api/admin/privacy/export', { email })
  expect(answer.status).toBe(200)
  const text = await answer.text()
  for (const decision of ['approved', 'withdrawn', 'rejected']) expect(text).toContain(`"decision": "${decision}"`)
})
