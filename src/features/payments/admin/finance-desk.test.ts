import { beforeAll, expect, test } from 'bun:test'
import { startCheckout } from '#features/payments/checkout/server/start-checkout.ts'
import { writeMovements } from '#features/payments/ledger/server/write-movements.ts'
import { takeRefund } from '#features/payments/refunds/server/handle-refund-or-dispute.ts'
import { createSandboxControls } from '#sandbox/payments/controls.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { until } from '#test/until.ts'

const site = await siteOfFile({ demoData: false })
const controls = createSandboxControls({ sql: site.sql })
const people = { jo: '', kim: '' }
beforeAll(async () => {
  for (const name of ['jo', 'kim'] as const) {
    const credentials = { email: `${name}@beaa.example`, password: 'a long enough password' }
    await site.services.auth.setPassword({ ...credentials, name, roles: ['finance'] })
    people[name] = await signInAdmin(site, credentials)
  }
})

const get = async (path: string, cookie = people.jo) => await (await site.get(path, { cookie })).text()
const post = (path: string, form: Record<string, string>, cookie = people.jo) => site.post(path, form, { cookie })

async function order(product: 'award' | 'marketing', name = 'Harbour Lights Festival Ltd') {
  const { id, organisationId, reference, email } = await addApplication(site.sql, {
    status: 'approved',
    organisation: { name },
  })
  const metadata: Record<string, string> = product === 'award' ? { engraving: 'For Whitby' } : {}
  const started = await startCheckout(site.services, { applicationId: id, product, coupon: null, metadata }, null)
  if (started.kind !== 'ready') throw new Error(started.kind)
  const read = async () => (await site.sql`select * from orders where application_id = ${id}`)[0]!
  const url = new URL(started.url, site.origin).href
  return {
    id: (await read()).id as string,
    organisationId,
    reference,
    email,
    url,
    sessionId: url.split('/').at(-1)!,
    read,
  }
}

async function buy(product: 'award' | 'marketing', name?: string) {
  const bought = await order(product, name)
  await controls.paySession(bought.sessionId)
  await until(async () => (await bought.read()).status === 'paid')
  return { ...bought, payment: (await bought.read()).payment_intent_id as string }
}

const refund = (id: string, amount: string, cookie = people.jo) =>
  post(
    `/admin/orders/${id}`,
    { amount, reason: 'They cancelled.', again: 'open', requestKey: crypto.randomUUID() },
    cookie,
  )
const refundsOf = (id: string) =>
  site.sql`select amount_pence, requested_by_name from order_refunds where order_id = ${id}`
const requestIn = (html: string) => /name="request" value="([\da-f-]{36})"/.exec(html)?.[1] ?? ''

test('a refund above £500 is made once somebody else approves it, and the payer hears of it once', async () => {
  const { id, reference, email } = await buy('marketing')
  expect((await refund(id, '995.01')).status).toBe(422)
  const asked = await refund(id, '600')
  expect(asked.headers.get('location')).toBe(`/admin/orders/${id}?done=waiting`)
  expect(await refundsOf(id)).toHaveLength(0)
  expect(await get('/admin', people.jo)).not.toContain('refund that waits for a second person')
  expect(await get('/admin', people.kim)).toContain('refund that waits for a second person')
  expect(await get('/admin/refunds?state=waiting')).toContain(reference)

  const path = `/admin/orders/${id}`
  expect(await get(path)).toContain('You asked for it, so someone else has to approve or decline it.')
  const request = requestIn(await get(path, people.kim))
  for (const intent of ['approveRefund', 'declineRefund'])
    expect((await post(path, { intent, request }, people.jo)).status).toBe(409)
  const presses = await Promise.all([1, 2].map(() => post(path, { intent: 'approveRefund', request }, people.kim)))
  expect(presses.map(({ status }) => status)).toEqual([303, 303])
  expect([...(await refundsOf(id))]).toEqual([{ amount_pence: 60_000, requested_by_name: 'jo' }])
  expect((await post(path, { intent: 'declineRefund', request }, people.kim)).status).toBe(409)
  expect(await get(path)).toContain('kim approved a refund that somebody else asked for')

  const mails = () =>
    site.sql`select subject, text_body from mails where kind = 'payment-refunded' and to_email = ${email}`
  await until(
    async () =>
      (await site.sql`select from payment_events where type = 'refund.created' and processed_at is not null`).length >
      0,
  )
  expect(await mails()).toHaveLength(1)
  const [mail] = await mails()
  expect(mail!.subject).toBe('Refund of £600.00: Marketing Package')
  expect(mail!.text_body).toContain('within 10 working days')
})

test('a refund that is declined is not made, and the record says by whom', async () => {
  const { id } = await buy('marketing')
  await refund(id, '995')
  const path = `/admin/orders/${id}`
  const request = requestIn(await get(path, people.kim))
  const other = await buy('award')
  expect((await post(`/admin/orders/${other.id}`, { intent: 'approveRefund', request }, people.kim)).status).toBe(404)
  const answer = await post(path, { intent: 'declineRefund', request }, people.kim)
  expect(answer.headers.get('location')).toBe(`${path}?done=declined`)
  expect((await post(path, { intent: 'approveRefund', request }, people.kim)).status).toBe(409)
  expect(await refundsOf(id)).toHaveLength(0)
  expect(await get(path)).toContain('Declined by kim.')
})

test('several refunds below the limit do not get around it; what jobs ask for is not held up', async () => {
  const { id } = await buy('marketing')
  expect((await refund(id, '500')).headers.get('location')).toBe(`/admin/orders/${id}?done=refunded`)
  expect((await refund(id, '0.01')).headers.get('location')).toBe(`/admin/orders/${id}?done=waiting`)
  const { refundBySite } = await import('#features/payments/refunds/server/refund-order.ts')
  expect(await refundBySite(site.services, id, 'Not published in time.', 'The site')).toMatchObject({
    kind: 'refunded',
    amountPence: 49_500,
  })
})

test('a refund that the site settles while the provider tells of it is written once, and neither waits for the other for ever', async () => {
  const { id, payment } = await buy('marketing')
  const by = { orderId: id, paymentIntentId: payment, amountPence: 1_000, currency: 'gbp' }
  const [asked] = await site.sql<{ id: string }[]>`
    insert into order_refunds (order_id, payment_intent_id, amount_pence, state, reason, request_key, requested_at)
    values (${id}, ${payment}, 1000, 'asked', 'They cancelled.', ${crypto.randomUUID()}, now()) returning id`
  const made = { refundId: 're_both', amountPence: 1_000, currency: 'gbp', state: 'succeeded' as const }
  const reported = { ...made, paymentIntentId: payment, problem: null, madeAt: site.services.now().toISOString() }
  const whileHeld = await site.sql.begin(async (tx) => {
    await tx`update order_refunds set provider_refund_id = ${made.refundId} where id = ${asked!.id}`
    const ours = { orderId: id, refundId: asked!.id }
    const told = takeRefund(site.services, { ...reported, ours }, reported.madeAt)
    await until(
      async () =>
        (
          await site.sql`select from pg_stat_activity where wait_event_type = 'Lock'
          and datname = current_database() and query like '%order_refunds%'`
        ).length > 0,
    )
    await writeMovements(tx, site.services, [
      { ...by, kind: 'refund-sent', providerId: made.refundId, happenedAt: reported.madeAt },
    ])
    return { told }
  })
  await whileHeld.told
  expect(await site.sql`select from money_movements where provider_id = ${made.refundId}`).toHaveLength(1)
})

test('a desk of one refunds alone where the setting says so, and the record says that', async () => {
  const { id } = await buy('marketing')
  Object.assign(site.services.env, { refundFourEyes: false })
  try {
    expect((await refund(id, '995')).headers.get('location')).toBe(`/admin/orders/${id}?done=refunded`)
  } finally {
    Object.assign(site.services.env, { refundFourEyes: true })
  }
  expect(await get(`/admin/orders/${id}`)).toContain('alone: the rule of a second person is switched off')
})

test('an order is found by its amount, its card and every id of the provider', async () => {
  const { id, payment } = await buy('award')
  await until(async () => (await site.sql`select from payment_cards where payment_intent_id = ${payment}`).length > 0)
  const refundId = (await controls.refund(payment, 1_234)).id
  await writeMovements(site.sql, site.services, [
    {
      kind: 'refund-sent',
      providerId: refundId,
      orderId: id,
      paymentIntentId: payment,
      amountPence: 1_234,
      currency: 'gbp',
      happenedAt: new Date().toISOString(),
    },
  ])
  for (const q of ['199', '£199.00', '12.34', '4242', payment, refundId])
    expect(await get(`/admin/orders?q=${encodeURIComponent(q)}`)).toContain(id)
  for (const q of ['199.01', '4243', 'pi_other']) expect(await get(`/admin/orders?q=${q}`)).not.toContain(id)
  const shown = await get(`/admin/orders/${id}`)
  expect(shown).toContain('Ending in 4242')
  expect(shown).toContain(`href="/sandbox/dashboard/payments/${payment}"`)
})

test('a bank debit that is under way is settling, not abandoned, and can be let arrive at the provider’s page', async () => {
  const waiting = await order('award')
  const abandoned = await order('award')
  const token = /name="token" value="([^"]+)"/.exec(await (await fetch(waiting.url)).text())![1]!
  const debit = await site.post(new URL(waiting.url).pathname, { token, action: 'debit' })
  expect(debit.headers.get('location')).toContain('/upsell/marketing/')
  await until(async () => (await waiting.read()).debit_began_at !== null)
  const list = (status: string) => get(`/admin/orders?status=${status}`)
  expect(await list('settling')).toContain(waiting.id)
  expect(await list('settling')).not.toContain(abandoned.id)
  expect(await list('pending')).not.toContain(waiting.id)
  expect(await list('pending')).toContain(abandoned.id)
  expect(await get('/api/admin/orders.csv?status=settling')).toContain(',settling,')

  const [session] = await site.sql`select body from sandbox.payment_objects where id = ${waiting.sessionId}`
  const page = `/sandbox/dashboard/payments/${session!.body.payment_intent}`
  expect(await get(page)).toContain('The bank debit arrives')
  expect((await site.post(page, { action: 'nothing' })).status).toBe(403)
  expect((await site.post(page, { action: 'arrive' })).status).toBe(303)
  expect((await site.post(page, { action: 'arrive' })).status).toBe(403)
  await until(async () => (await waiting.read()).status === 'paid')
  expect(await list('settling')).not.toContain(waiting.id)
  expect(await get(page)).toContain('Bank debit, account ending in 2345')
})

test('refunds are a list of their own, sorted and filtered, and a file', async () => {
  const { id, reference, payment } = await buy('award', 'Zephyr Fêtes =1+1')
  await controls.refund(payment, 4_321)
  await until(async () => (await refundsOf(id)).length > 0)
  const list = (query: string) => get(`/admin/refunds?${query}`)
  for (const query of [`q=${reference}`, 'q=zephyr', 'q=43.21', `q=${payment}`, 'state=succeeded&sort=-amount'])
    expect(await list(query)).toContain(id)
  expect(await list(`q=${reference}&state=failed`)).not.toContain(id)
  expect(await list(`q=${reference}&until=2020-01-01`)).not.toContain(id)
  expect(await list(`q=${reference}&from=2020-01-01`)).toContain(id)
  expect(await list(`q=${reference}&from=2099-01-01`)).not.toContain(id)
  for (const sort of ['amount', 'asked']) expect(await list(`q=${reference}&sort=${sort}`)).toContain(id)
  const csv = await get(`/api/admin/refunds.csv?q=${reference}`)
  expect(csv).toContain(`,Gold Award,${reference},Zephyr Fêtes =1+1,43.21,Refunded,`)
})

test('customers are a list of their own, with what the ledger has of them', async () => {
  const name = '=Formula Fairs'
  const { id, organisationId, payment, email } = await buy('award', name)
  await writeMovements(site.sql, site.services, [
    {
      kind: 'payment',
      providerId: payment,
      orderId: id,
      paymentIntentId: payment,
      amountPence: 19_900,
      currency: 'gbp',
      happenedAt: new Date().toISOString(),
    },
  ])
  const shown = await get('/admin/customers?q=formula')
  expect(shown).toContain('£199.00')
  expect(shown).toContain('href="/sandbox/dashboard/customers/cus_')
  expect(await get(`/admin/orders?q=${organisationId}`)).toContain(id)
  for (const none of ['refund', 'subscription', 'dispute'])
    expect(await get(`/admin/customers?q=formula&with=${none}`)).not.toContain(email)
  for (const sort of ['since', '-since', 'name', '-name'])
    expect(await get(`/admin/customers?q=formula&sort=${sort}`)).toContain(email)
  const csv = await get('/api/admin/customers.csv?q=formula')
  expect(csv).toContain(`'${name},${email},cus_`)
  expect(csv).toContain(',199,0,199')
})
