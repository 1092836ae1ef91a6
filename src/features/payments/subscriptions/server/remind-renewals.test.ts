import { beforeEach, expect, test } from 'bun:test'
import { defaultBrand } from '#brand.ts'
import { funnelOfFile } from '#features/payments/server/funnel-fixture.ts'
import { orderPaidMail } from '#features/payments/server/order-mails.ts'
import { readFunnelApplication, readOrder } from '#features/payments/server/queries.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { followUnpaid, remindRenewals } from './remind-renewals.ts'
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

test('every sixth charge of what is paid monthly is told of a week before, once', async () => {
  const { id } = await buy()
  const renewsOn = (time: string) => funnel.sql`
    update orders set type = 'ads', amount_pence = 25900, covers_until = ${time} where application_id = ${id}`
  await renewsOn('2027-04-21T12:00:00Z')
  expect(await remindAt('2027-04-20T12:00:00Z')).toBe(0)
  await renewsOn('2027-05-21T12:00:00Z')
  expect(await remindAt('2027-05-14T11:59:00Z')).toBe(0)
  expect(await remindAt('2027-05-14T12:00:00Z')).toBe(1)
  expect(await remindAt('2027-05-20T12:00:00Z')).toBe(0)
  const [mail] = await reminders()
  expect(mail!.subject).toBe('Your Managed Ads renews on 21 May 2027')
  expect(mail!.text_body).toContain('at £259, and every month after, until you cancel.')
  await renewsOn('2027-06-21T12:00:00Z')
  expect(await remindAt('2027-06-20T12:00:00Z')).toBe(0)
  await renewsOn('2027-11-21T12:00:00Z')
  await funnel.sql`update orders set renewal_stopped = true where application_id = ${id}`
  expect(await remindAt('2027-11-20T12:00:00Z')).toBe(0)
  await funnel.sql`update orders set renewal_stopped = false where application_id = ${id}`
  expect(await remindAt('2027-11-20T12:00:00Z')).toBe(1)
})

const unpaid = () => funnel.mails('payment-still-failed')
async function followAt(time: string): Promise<number> {
  funnel.state.time = new Date(time)
  return await followUnpaid(funnel.services)
}
async function buyByDebit() {
  const bought = await funnel.open()
  await funnel.controls.completeUnpaid(bought.sessionId)
  await funnel.controls.settleDelayed(bought.sessionId, 'paid')
  for (const event of await funnel.events()) await funnel.take(event)
  const subscription = (await funnel.order(bought.id)).subscription_id as string
  return { ...bought, subscription }
}
async function takeNew(): Promise<void> {
  for (const event of await funnel.events()) await funnel.take(event)
}
const entryUntil = async (id: string) =>
  (await funnel.sql`select valid_until from register_entries where application_id = ${id}`)[0]!.valid_until as string

test('a renewal that is refused is told of three times, each once, and no more once it is paid', async () => {
  const { subscription } = await buy()
  funnel.state.time = new Date('2027-11-21T11:59:00Z')
  await funnel.controls.failRenewal(subscription)
  await takeNew()
  expect(await funnel.mails('payment-failed')).toHaveLength(1)
  expect(await followAt('2027-11-29T11:58:00Z')).toBe(0)
  await funnel.controls.retryRenewal(subscription, 'declined')
  await takeNew()
  expect(await followAt('2027-11-29T12:00:00Z')).toBe(1)
  expect(await followAt('2027-12-09T11:58:00Z')).toBe(0)
  const counts = []
  for (let replica = 0; replica < 3; replica++) counts.push(followAt('2027-12-09T12:00:00Z'))
  expect((await Promise.all(counts)).reduce((sum, count) => sum + count)).toBe(1)
  expect(await followAt('2027-12-12T12:00:00Z')).toBe(0)
  // The provider's further attempts write no further first email.
  expect(await funnel.mails('payment-failed')).toHaveLength(1)
  const [second, third] = await unpaid()
  expect(second!.subject).toBe('Still not paid: Annual Listing')
  expect(second!.text_body).toContain('until 13 December 2027 at the latest')
  expect(third!.subject).toBe('Last reminder: Annual Listing')
  expect(third!.text_body.replaceAll('\n', ' ')).toContain('for 60 days, without a new application')
  // A year later it is told of anew.
  await funnel.controls.payOverdue(subscription)
  await takeNew()
  expect(await followAt('2028-11-20T12:00:00Z')).toBe(0)
  funnel.state.time = new Date('2028-11-21T11:59:00Z')
  await funnel.controls.failRenewal(subscription)
  await takeNew()
  // Nothing ran for weeks: the later one alone.
  expect(await followAt('2028-12-10T12:00:00Z')).toBe(1)
  expect(await followAt('2028-12-11T12:00:00Z')).toBe(0)
  expect((await unpaid()).map(({ subject }) => subject)).toEqual([
    'Still not paid: Annual Listing',
    'Last reminder: Annual Listing',
    'Last reminder: Annual Listing',
  ])
})

test('nobody is reminded of what was paid without a word of it, and of nothing while the provider does not answer', async () => {
  const { id, subscription } = await buy()
  funnel.state.time = new Date('2027-11-21T11:59:00Z')
  await funnel.controls.failRenewal(subscription)
  await takeNew()
  await funnel.controls.fault('server-error', { count: 10, matching: 'GET /v1/subscriptions' })
  expect(await followAt('2027-11-30T12:00:00Z')).toBe(0)
  await funnel.sql`delete from sandbox.payment_faults`
  await funnel.controls.payOverdue(subscription)
  expect(await followAt('2027-11-30T13:00:00Z')).toBe(0)
  expect(await unpaid()).toHaveLength(0)
  expect(await entryUntil(id)).toBe('2028-11-22T12:00:00.000Z')
})

test('a listing does not lapse while a bank debit of its renewal is under way, and has three weeks after one that is refused', async () => {
  const { id, subscription } = await buyByDebit()
  funnel.state.time = new Date('2027-11-21T11:59:00Z')
  await funnel.controls.renewSubscription(subscription)
  await takeNew()
  expect(await entryUntil(id)).toBe('2027-12-01T11:59:00.000Z')
  // Asked again before it would end, however long it takes, and told to nobody.
  await followAt('2027-11-29T12:00:00Z')
  expect(await entryUntil(id)).toBe('2027-12-01T11:59:00.000Z')
  await followAt('2027-11-30T12:00:00Z')
  expect(await entryUntil(id)).toBe('2027-12-10T12:00:00.000Z')
  expect(await funnel.mails('payment-failed')).toHaveLength(0)
  await funnel.controls.settleRenewal(subscription, 'failed')
  await takeNew()
  expect(await entryUntil(id)).toBe('2027-12-22T12:00:00.000Z')
  expect(await funnel.mails('payment-failed')).toHaveLength(1)
  // A further debit is under way when the second email would be due.
  funnel.state.time = new Date('2027-12-07T12:00:00Z')
  await funnel.controls.retryRenewal(subscription, 'on-file')
  expect(await followAt('2027-12-08T12:00:00Z')).toBe(0)
  expect(await followAt('2027-12-21T13:00:00Z')).toBe(0)
  expect(await entryUntil(id)).toBe('2027-12-31T13:00:00.000Z')
  await funnel.controls.settleRenewal(subscription, 'paid')
  await takeNew()
  expect(await entryUntil(id)).toBe('2028-11-22T12:00:00.000Z')
  expect(await unpaid()).toHaveLength(0)
})

test('the receipt of a listing holds the number and the way to the certificate', async () => {
  const { id } = await buy()
  const [entry] = await funnel.sql`select number from register_entries where application_id = ${id}`
  const [mail] = await funnel.mails('order-paid')
  expect(mail!.text_body).toContain(`/api/certificates/${entry!.number}.pdf`)
  expect(mail!.text_body).toContain('Annual Listing renews at £49 per year on 21 November 2027.')
})
