import { beforeEach, expect, test } from 'bun:test'
import { defaultBrand } from '#brand.ts'
import { funnelOfFile } from '#features/payments/server/funnel-fixture.ts'
import { orderPaidMail } from '#features/payments/server/order-mails.ts'
import { readFunnelApplication, readOrder } from '#features/payments/server/queries.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { remindRenewals } from './remind-renewals.ts'
import { paymentFailedMail } from './renewal-mails.ts'

const funnel = await funnelOfFile()
beforeEach(async () => {
  funnel.state.time = new Date('2026-11-21T12:00:00Z')
  await emptyTables(
    funnel.sql,
    'register_history, register_entries, payment_events, orders, applications, organisations, mails, sandbox.payment_objects, sandbox.payment_deliveries, sandbox.payment_faults cascade',
  )
})

async function buy(coupon: string | null = null) {
  const bought = await funnel.open(coupon)
  await funnel.controls.paySession(bought.sessionId)
  for (const event of await funnel.events()) await funnel.take(event)
  const subscription = (await funnel.order(bought.id)).subscription_id as string
  return { ...bought, subscription }
}

async function remindAt(time: string): Promise<number> {
  funnel.state.time = new Date(time)
  return await remindRenewals(funnel.services)
}
const reminders = () => funnel.mails('renewal-reminder')

test('a year that ends is told of 30 and 7 days before, each once', async () => {
  await buy()
  expect(await remindAt('2027-10-22T11:59:00Z')).toBe(0)
  expect(await remindAt('2027-10-22T12:00:00Z')).toBe(1)
  expect(await remindAt('2027-11-13T12:00:00Z')).toBe(0)
  expect(await remindAt('2027-11-14T12:00:00Z')).toBe(1)
  expect(await remindAt('2027-11-20T12:00:00Z')).toBe(0)
  const [first, second] = await reminders()
  expect(first).toMatchObject({ subject: 'Your Annual Listing renews on 21 November 2027' })
  expect(first!.text_body).toContain('renews on 21 November 2027 for another year at £49.')
  expect(first!.text_body).toContain('Manage Billing')
  expect(first!.text_body).not.toContain('first year was free')
  expect(second).toMatchObject({ subject: first!.subject, to_email: first!.to_email })
})

test.each(['suspended', 'revoked'])('an entry that is %s is not said to stay on the register', async (status) => {
  const { id } = await buy()
  await funnel.sql`update register_entries set status = ${status} where application_id = ${id}`
  await remindAt('2027-10-22T12:00:00Z')
  const [reminder] = await reminders()
  expect(reminder!.text_body).toContain(`Your accreditation is ${status}`)
  expect(reminder!.text_body).toContain('Renewing does not change this.')
  expect(reminder!.text_body).not.toContain('stay on the register')
})

test('a payment that comes after its entry was revoked is not said to accredit', async () => {
  const { id } = await buy()
  await funnel.sql`update register_entries set status = 'revoked' where application_id = ${id}`
  const [application] = await readFunnelApplication(funnel.sql, { applicationId: id })
  const [order] = await readOrder(funnel.sql, { orderId: (await funnel.order(id)).id })
  const paid = JSON.stringify(orderPaidMail(order!, application!, '2027-11-21T12:00:00Z', null, defaultBrand))
  const failed = JSON.stringify(
    paymentFailedMail(order!, application!, { id: 'i', duePence: 4900 }, '2027-12-13T12:00:00Z'),
  )
  for (const mail of [paid, failed]) {
    expect(mail).toContain('Your accreditation is revoked')
    expect(mail).not.toContain('as accredited')
  }
})

test('the year after is told of anew', async () => {
  const { subscription } = await buy()
  await remindAt('2027-11-15T12:00:00Z')
  funnel.state.time = new Date('2027-11-21T11:59:00Z')
  await funnel.controls.renewSubscription(subscription)
  for (const event of await funnel.events()) await funnel.take(event)
  expect(await remindAt('2027-11-22T12:00:00Z')).toBe(0)
  expect(await remindAt('2028-10-25T12:00:00Z')).toBe(1)
  expect((await reminders()).at(-1)!.subject).toBe('Your Annual Listing renews on 21 November 2028')
})

test('a site that was away sends the reminder that is due and not the one before it', async () => {
  await buy()
  expect(await remindAt('2027-11-18T12:00:00Z')).toBe(1)
  expect(await remindAt('2027-11-18T13:00:00Z')).toBe(0)
  expect(await reminders()).toHaveLength(1)
})

test('two replicas at the same time remind once each', async () => {
  for (let count = 0; count < 5; count++) await buy()
  funnel.state.time = new Date('2027-11-18T12:00:00Z')
  const counts = await Promise.all(Array.from({ length: 4 }, () => remindRenewals(funnel.services)))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5)
  expect(await reminders()).toHaveLength(5)
})

test('a free first year is told what it needs: a card', async () => {
  await buy('LAUNCH100')
  const [receipt] = await funnel.mails('order-paid')
  expect(receipt!.text_body).toContain('there was nothing to pay today')
  await remindAt('2027-11-01T12:00:00Z')
  const [mail] = await reminders()
  expect(mail!.text_body).toContain('for another year at £49.')
  expect(mail!.text_body).toContain('add one with Manage Billing')
})

test('a renewal that was stopped is told of as an end, and one taken up again as a renewal', async () => {
  const { subscription } = await buy()
  await funnel.controls.cancelAtPeriodEnd(subscription)
  for (const event of await funnel.events('customer.subscription.updated')) await funnel.take(event)
  await remindAt('2027-10-30T12:00:00Z')
  const [mail] = await reminders()
  expect(mail).toMatchObject({ subject: 'Your Annual Listing ends on 21 November 2027' })
  expect(mail!.text_body).toContain('Nothing more is charged.')
  expect(mail!.text_body).not.toContain('£49')
})

test('what is refunded, cancelled, unpaid or monthly is not reminded of', async () => {
  const { id } = await buy()
  for (const status of ['refunded', 'cancelled', 'disputed']) {
    await funnel.sql`update orders set status = ${status} where application_id = ${id}`
    expect(await remindAt('2027-11-01T12:00:00Z')).toBe(0)
  }
  await funnel.sql`update orders set status = 'paid', payment_failed_at = '2027-11-01T12:00:00Z' where application_id = ${id}`
  expect(await remindAt('2027-11-01T12:00:00Z')).toBe(0)
  await funnel.sql`update orders set type = 'ads', payment_failed_at = null where application_id = ${id}`
  expect(await remindAt('2027-11-01T12:00:00Z')).toBe(0)
})

test('the receipt of a listing holds the number and the way to the certificate', async () => {
  const { id } = await buy()
  const [entry] = await funnel.sql`select number from register_entries where application_id = ${id}`
  const [mail] = await funnel.mails('order-paid')
  expect(mail!.text_body).toContain(`/api/certificates/${entry!.number}.pdf`)
  expect(mail!.text_body).toContain('Annual Listing renews at £49 per year on 21 November 2027.')
})
