import { beforeEach, expect, test } from 'bun:test'
import { startCheckout } from '#features/payments/checkout/server/start-checkout.ts'
import { fulfilCheckout } from '#features/payments/fulfilment/server/fulfil-checkout.ts'
import { reconcilePayments } from '#features/payments/fulfilment/server/reconcile-payments.ts'
import { refundOrder } from '#features/payments/refunds/server/refund-order.ts'
import { funnelOfFile, ready, sessionOf } from '#features/payments/server/funnel-fixture.ts'
import { followVatRate } from '#features/payments/subscriptions/server/follow-vat-rate.ts'
import type { Services } from '#requests/services.ts'
import { addApplication } from '#test/add-application.ts'
import { issueDocuments } from './issue-documents.ts'

const funnel = await funnelOfFile({ VAT_NUMBER: 'GB123456789', VAT_RATE: '20, 22 from 2027-11-01' })
const { services, sql, controls } = funnel
const withoutVat = { ...services, brand: { ...services.brand, vatNumber: '', vatRates: [] } } as Services

beforeEach(async () => {
  funnel.state.time = new Date('2026-11-21T12:00:00Z')
  await sql`delete from mails`
})

type Bought = { id: string; organisationId: string; orderId: string; sessionId: string }

async function buy(
  product: 'listing' | 'award',
  by: Services = services,
  typed: { taxId?: string; country?: string } = {},
  organisation: Record<string, unknown> = {},
): Promise<Bought> {
  const application = await addApplication(sql, { status: 'approved', draft: { date: '2035-08-21' }, organisation })
  const metadata: Record<string, string> = product === 'award' ? { engraving: 'Best of all' } : {}
  const request = { applicationId: application.id, product, coupon: null, metadata }
  const sessionId = sessionOf(ready(await startCheckout(by, request, null)))
  await controls.paySession(sessionId, typed)
  expect((await fulfilCheckout(by, sessionId)).kind).toBe('paid')
  return { ...application, sessionId, orderId: (await funnel.order(application.id)).id }
}

const documents = ({ orderId }: Bought) => sql`
  select kind, number, gross_pence, vat_pence, is_reverse_charge, refund_id, invoice_id, provider_id
  from payment_documents where order_id = ${orderId} order by kind desc, number`

const refund = (orderId: string, amountPence: number | null, requestKey: string = crypto.randomUUID()) =>
  refundOrder(services, { orderId, amountPence, reason: 'test', requestKey, by: { id: null, name: 'Test' } })

async function queued(): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`select key from graphile_worker.jobs where key like 'documents:%'`
  return rows.map(({ key }) => key.slice('documents:'.length))
}

test('a subscription and what is paid once have a numbered VAT invoice and one email about it', async () => {
  for (const [product, gross, vat] of [
    ['listing', 4_900, 817],
    ['award', 19_900, 3_317],
  ] as const) {
    const bought = await buy(product)
    expect(await queued()).toContain(bought.orderId)
    for (let again = 0; again < 3; again++) await issueDocuments(bought, services)
    const [invoice, ...more] = await documents(bought)
    expect(more).toEqual([])
    expect(invoice).toMatchObject({ kind: 'invoice', gross_pence: gross, vat_pence: vat, is_reverse_charge: false })
    expect(invoice!.number).toMatch(/^[0-9A-Z]{8}-\d{4}$/)
    const [mail, ...others] = await funnel.mails('invoice')
    expect(others).toEqual([])
    expect(mail!.text_body).toContain(invoice!.number)
    expect(mail!.text_body).toContain(vat === 817 ? '£8.17' : '£33.17')
    const [receipt] = await funnel.mails('order-paid')
    expect(receipt!.text_body).toContain(`including VAT of ${vat === 817 ? '£8.17' : '£33.17'}`)
    await sql`delete from mails`
  }
})

test('without a VAT number the invoice is numbered and has none', async () => {
  const bought = await buy('award', withoutVat)
  await issueDocuments(bought, withoutVat)
  expect(await documents(bought)).toMatchObject([{ kind: 'invoice', gross_pence: 19_900, vat_pence: 0 }])
  expect((await funnel.mails('invoice'))[0]!.text_body).toContain('No VAT is charged')
  expect((await funnel.mails('order-paid'))[0]!.text_body).not.toContain('VAT')
})

test('each refund has one credit note, and the parts hold the VAT of the whole', async () => {
  const bought = await buy('award')
  // Before the invoice is known.
  expect((await refund(bought.orderId, 6_633)).kind).toBe('refunded')
  await issueDocuments(bought, services)
  expect((await refund(bought.orderId, 1)).kind).toBe('refunded')
  expect((await refund(bought.orderId, null)).kind).toBe('refunded')
  for (const event of await funnel.events('refund.created', 'charge.refunded')) await funnel.take(event)
  for (let again = 0; again < 3; again++) await issueDocuments(bought, services)
  const [invoice, ...notes] = await documents(bought)
  expect(notes.map(({ kind }) => kind)).toEqual(['credit-note', 'credit-note', 'credit-note'])
  expect(new Set(notes.map(({ refund_id }) => refund_id)).size).toBe(3)
  expect(notes.every(({ invoice_id }) => invoice_id === invoice!.provider_id)).toBe(true)
  expect(notes.reduce((sum, { gross_pence }) => sum + gross_pence, 0)).toBe(19_900)
  expect(notes.reduce((sum, { vat_pence }) => sum + vat_pence, 0)).toBe(3_317)
  expect((await funnel.mails('credit-note')).length).toBe(3)
})

test('a credit note whose answer was lost is found again, and one that fails stops no refund', async () => {
  const bought = await buy('award')
  await issueDocuments(bought, services)
  expect((await refund(bought.orderId, 900)).kind).toBe('refunded')
  await issueDocuments(bought, services)
  await sql`delete from payment_documents where kind = 'credit-note' and order_id = ${bought.orderId}`
  funnel.state.time = new Date('2026-11-23T12:00:00Z')
  await issueDocuments(bought, services)
  expect((await documents(bought)).length).toBe(2)
  await controls.fault('server-error', { matching: 'POST /v1/credit_notes', count: 1 })
  expect((await refund(bought.orderId, 800)).kind).toBe('refunded')
  await expect(issueDocuments(bought, services)).rejects.toThrow('did not answer')
  await sql`delete from sandbox.payment_faults`
  // The provider repeats its error under the same key for a day.
  funnel.state.time = new Date('2026-11-23T13:30:00Z')
  await issueDocuments(bought, services)
  expect((await documents(bought)).length).toBe(3)
  const made = await sql`select from sandbox.payment_objects where object = 'credit_note'
    and body ->> 'invoice' = ${(await documents(bought))[0]!.provider_id}`
  expect(made.length).toBe(2)
})

test('a provider that gives no invoice stops no payment, and reconciliation comes back to it', async () => {
  await controls.fault('server-error', { matching: 'GET /v1/invoices', count: 20 })
  const bought = await buy('award')
  await expect(issueDocuments(bought, services)).rejects.toThrow('did not answer')
  await sql`delete from sandbox.payment_faults`
  await sql`delete from graphile_worker._private_jobs`
  funnel.state.time = new Date('2026-11-21T13:00:00Z')
  await reconcilePayments({}, services)
  expect(await queued()).toContain(bought.orderId)
  await issueDocuments(bought, services)
  expect((await documents(bought)).length).toBe(1)
  await sql`delete from graphile_worker._private_jobs`
  await reconcilePayments({}, services)
  expect(await queued()).not.toContain(bought.orderId)
})

test('reconciliation comes back to the invoice of a renewal, too', async () => {
  const bought = await buy('listing')
  await issueDocuments(bought, services)
  funnel.state.time = new Date('2027-11-21T11:59:00Z')
  const [order] = await sql`select subscription_id from orders where id = ${bought.orderId}`
  await controls.renewSubscription(order!.subscription_id)
  for (const event of await funnel.events('invoice.paid')) await funnel.take(event)
  await sql`delete from graphile_worker._private_jobs`
  funnel.state.time = new Date('2027-11-21T13:00:00Z')
  await reconcilePayments({}, services)
  expect(await queued()).toContain(bought.orderId)
  await issueDocuments(bought, services)
  expect((await documents(bought)).length).toBe(2)
  await sql`delete from graphile_worker._private_jobs`
  await reconcilePayments({}, services)
  expect(await queued()).not.toContain(bought.orderId)
})

test('a business outside the UK that gave its VAT number pays the same, without VAT', async () => {
  const bought = await buy('listing', services, {}, { vat_number: 'IE1234567X' })
  await issueDocuments(bought, services)
  expect(await documents(bought)).toMatchObject([{ gross_pence: 4_900, vat_pence: 0, is_reverse_charge: true }])
  const [mail] = await funnel.mails('invoice')
  expect(mail!.text_body).toContain('Reverse charge')
  expect((await funnel.mails('order-paid'))[0]!.text_body).toContain('no VAT: reverse charge')
  const [invoice] = await sql`
    select body from sandbox.payment_objects where object = 'invoice' order by position desc limit 1`
  expect(invoice!.body).toMatchObject({
    customer_tax_exempt: 'reverse',
    customer_tax_ids: [{ type: 'eu_vat', value: 'IE1234567X' }],
  })
})

test('a number that is typed on the payment page counts from the next payment on; one of the UK changes nothing', async () => {
  const uk = await buy('listing', services, { taxId: 'GB987654321', country: 'GB' })
  const irish = await buy('listing', services, { taxId: 'IE1234567X', country: 'IE' })
  const numberOf = async ({ organisationId }: Bought) =>
    (await sql`select vat_number from organisations where id = ${organisationId}`)[0]!.vat_number
  expect([await numberOf(uk), await numberOf(irish)]).toEqual([null, 'IE1234567X'])
  funnel.state.time = new Date('2027-11-20T12:00:00Z')
  await followVatRate(services)
  for (const { orderId } of [uk, irish]) {
    const [order] = await sql`select subscription_id from orders where id = ${orderId}`
    await controls.renewSubscription(order!.subscription_id)
  }
  for (const event of await funnel.events('invoice.paid')) await funnel.take(event)
  for (const bought of [uk, irish]) await issueDocuments(bought, services)
  const vat = async (bought: Bought) => (await documents(bought)).map(({ vat_pence }) => vat_pence)
  // The rate has changed between the two.
  expect(await vat(uk)).toEqual([817, 884])
  expect(await vat(irish)).toEqual([817, 0])
})

test('a number that takes the place of another is alone on the invoice, and one that is removed on none to come', async () => {
  const bought = await buy('listing', services, {}, { vat_number: 'IE1234567X' })
  const [kept] = await sql`select stripe_customer_id as id from organisations where id = ${bought.organisationId}`
  const customerId = kept!.id as string
  const uk = { value: 'GB987654321', type: 'gb_vat' }
  await sql`
    insert into sandbox.payment_objects (object, id, body, hidden) values ('tax_id', 'txi_uk', ${sql.json({
      ...uk,
      id: 'txi_uk',
      object: 'tax_id',
      created: 0,
      customer: customerId,
    })}, '{}')`
  for (let again = 0; again < 2; again++)
    await services.payments.setForeignVatNumber({ customerId, vatNumber: { number: 'DE123456789', kind: 'eu_vat' } })
  const [order] = await sql`select id, subscription_id from orders where id = ${bought.orderId}`
  const renewed = async (time: string) => {
    funnel.state.time = new Date(time)
    await followVatRate(services)
    await controls.renewSubscription(order!.subscription_id)
    for (const event of await funnel.events('invoice.paid')) await funnel.take(event)
    const [invoice] = await sql`
      select body from sandbox.payment_objects
      where object = 'invoice' and body ->> 'customer' = ${customerId} order by position desc limit 1`
    const { total, total_taxes: taxes, customer_tax_ids: numbers } = invoice!.body
    return { total, vat: taxes[0].amount, numbers: numbers.map(({ value }: { value: string }) => value).toSorted() }
  }
  const withNumber = await renewed('2027-11-20T12:00:00Z')
  expect(withNumber).toEqual({ total: 4_900, vat: 0, numbers: ['DE123456789', uk.value] })
  await services.payments.setForeignVatNumber({ customerId, vatNumber: null })
  await sql`update organisations set vat_number = null where id = ${bought.organisationId}`
  const withoutNumber = await renewed('2028-11-20T12:00:00Z')
  expect(withoutNumber).toEqual({ total: 4_900, vat: 884, numbers: [uk.value] })
})

test('once the authority is registered, renewals have VAT and cost what they did', async () => {
  const bought = await buy('listing', withoutVat)
  funnel.state.time = new Date('2027-11-20T12:00:00Z')
  expect(await followVatRate(services)).toBeGreaterThan(0)
  expect(await followVatRate(services)).toBe(0)
  const [order] = await sql`select subscription_id from orders where id = ${bought.orderId}`
  await controls.renewSubscription(order!.subscription_id)
  for (const event of await funnel.events('invoice.paid')) await funnel.take(event)
  await issueDocuments(bought, services)
  expect(await documents(bought)).toMatchObject([
    { gross_pence: 4_900, vat_pence: 0 },
    { gross_pence: 4_900, vat_pence: 884 },
  ])
})

test('a page that was opened under another rate is closed before it can be paid', async () => {
  const application = await addApplication(sql, { status: 'approved', draft: { date: '2035-08-21' } })
  const request = { applicationId: application.id, product: 'listing' as const, coupon: null, metadata: {} }
  const first = ready(await startCheckout(services, request, null))
  expect(ready(await startCheckout(services, request, null))).toBe(first)
  await sql`update organisations set vat_number = 'IE1234567X' where id = ${application.organisationId}`
  expect(ready(await startCheckout(services, request, null))).not.toBe(first)
  const orders = await sql`select status, vat from orders where application_id = ${application.id} order by created_at`
  expect(orders).toMatchObject([
    { status: 'expired', vat: '20' },
    { status: 'pending', vat: 'reverse' },
  ])
})

test('what was paid a second time has its own invoice, and its refund a credit note', async () => {
  const application = await addApplication(sql, { status: 'approved', draft: { date: '2035-08-21' } })
  const metadata = { engraving: 'Best of all' }
  const request = { applicationId: application.id, product: 'award' as const, coupon: null, metadata }
  const first = sessionOf(ready(await startCheckout(services, request, null)))
  const { id: orderId } = await funnel.order(application.id)
  await sql`update orders set status = 'expired' where id = ${orderId}`
  const second = sessionOf(ready(await startCheckout(services, request, null)))
  for (const session of [first, second]) await controls.paySession(session)
  for (const session of [second, first]) await fulfilCheckout(services, session)
  const [discrepancy] = await sql`select id, order_id from payment_discrepancies where order_id = ${orderId}`
  const by = { id: null, name: 'Test' }
  const target = { discrepancyId: discrepancy!.id, amountPence: null, reason: 'twice', by }
  expect((await refundOrder(services, { ...target, requestKey: crypto.randomUUID() })).kind).toBe('refunded')
  await issueDocuments({ orderId }, services)
  const kinds = (await documents({ orderId } as Bought)).map(({ kind, gross_pence }) => `${kind} ${gross_pence}`)
  expect(kinds).toEqual(['invoice 19900', 'credit-note 19900'])
})
