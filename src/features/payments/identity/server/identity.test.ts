import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { fulfilCheckout } from '#features/payments/fulfilment/server/fulfil-checkout.ts'
import { publishIfProven, publishWaiting } from '#features/payments/fulfilment/server/publish-listing.ts'
import { funnelOfFile, ready, sessionOf } from '#features/payments/server/funnel-fixture.ts'
import { confirmAddress } from '#mail/confirm-address.ts'
import { addApplication } from '#test/add-application.ts'
import { waiveIdentityCheck } from '#test/waive-identity-check.ts'
import { endSubscriptionJob, endWaitingListings } from './end-waiting-listings.ts'

setDefaultTimeout(60_000)

const start = new Date('2026-11-21T12:00:00Z')
const day = 24 * 60 * 60 * 1000
const funnel = await funnelOfFile()
beforeEach(() => {
  funnel.state.time = start
})

let made = 0
const newNumber = () => String(70_000_000 + ++made)

/** An approved application of a company with its payment page open. Its address is confirmed unless `isConfirmed` is false. */
async function open(given: { companyNo?: string; email?: string; coupon?: string; isConfirmed?: boolean } = {}) {
  const organisation = {
    company_no: given.companyNo ?? newNumber(),
    email: given.email ?? `applicant-${++made}@elsewhere.example`,
  }
  const application = await addApplication(funnel.sql, {
    status: 'approved',
    organisation,
    isConfirmed: given.isConfirmed ?? true,
  })
  const sessionId = sessionOf(ready(await funnel.start(application.id, given.coupon ?? null)))
  return { ...application, companyNo: organisation.company_no, sessionId }
}

async function pay({ sessionId }: { sessionId: string }) {
  await funnel.controls.paySession(sessionId)
  await fulfilCheckout(funnel.services, sessionId)
}

const entriesOf = async ({ id }: { id: string }) =>
  (await funnel.sql`select number from register_entries where application_id = ${id}`).length
const waits = async ({ id }: { id: string }) => (await funnel.order(id)).waits_since !== null
const confirm = async (email: string) => {
  await funnel.sql.begin((tx) => confirmAddress(tx, email, funnel.state.time))
  await publishWaiting(funnel.services, { email: email.toLowerCase() })
}
const redemptionsOf = async ({ companyNo }: { companyNo: string }) =>
  (await funnel.sql`select 1 from coupon_redemptions where redeemer = ${`company ${companyNo}`}`).length
const mailsTo = (email: string) =>
  funnel.sql<{ kind: string; to_name: string; text_body: string; html_body: string }[]>`
    select kind, to_name, text_body, html_body from mails where to_email = ${email} order by id`

test('paid from an address that is not confirmed, it waits; confirmed, it is published at once', async () => {
  const bought = await open({ isConfirmed: false })
  await pay(bought)
  expect(await funnel.order(bought.id)).toMatchObject({ status: 'paid' })
  expect([await entriesOf(bought), await waits(bought)]).toEqual([0, true])
  const mails = await mailsTo(bought.email)
  expect(mails.map(({ kind }) => kind)).toEqual(['order-paid', 'address-confirmation'])
  expect(mails[0]!.text_body).toContain('please confirm your email address')
  // Nothing that a stranger has typed goes to a stranger.
  expect(JSON.stringify(mails)).not.toContain('Harbour Lights')

  await confirm(bought.email.toUpperCase())
  expect([await entriesOf(bought), await waits(bought)]).toEqual([1, false])
  const [, , published] = await mailsTo(bought.email)
  expect(published).toMatchObject({ kind: 'listing-published' })
  expect(published!.text_body).toContain('Harbour Lights Festival')
  await publishWaiting(funnel.services)
  expect(await entriesOf(bought)).toBe(1)
  expect(await mailsTo(bought.email)).toHaveLength(3)
})

test('an address that was changed has to be confirmed anew', async () => {
  const bought = await open({ isConfirmed: false })
  await pay(bought)
  const changed = `changed-${bought.email}`
  await funnel.sql`update organisations set email = ${changed} where id = ${bought.organisationId}`
  await confirm(bought.email)
  await publishWaiting(funnel.services)
  expect([await entriesOf(bought), await waits(bought)]).toEqual([0, true])
  await confirm(changed)
  expect(await entriesOf(bought)).toBe(1)
})

test('free from a stranger’s own mailbox, it waits for a reviewer and has used no code', async () => {
  const bought = await open({ coupon: 'LAUNCH100' })
  await pay(bought)
  expect([await entriesOf(bought), await waits(bought), await redemptionsOf(bought)]).toEqual([0, true, 0])
  // So the code is still there for whom the company really belongs to.
  const owner = await open({ companyNo: bought.companyNo, coupon: 'LAUNCH100' })
  await waiveIdentityCheck(funnel.sql, owner.id)
  await pay(owner)
  expect([await entriesOf(owner), await redemptionsOf(owner)]).toEqual([1, 1])
})

test('paid for a company whose number somebody else’s entry carries, it waits; from the same address it does not', async () => {
  const first = await open()
  await pay(first)
  expect(await entriesOf(first)).toBe(1)
  const stranger = await open({ companyNo: first.companyNo })
  await pay(stranger)
  expect([await entriesOf(stranger), await waits(stranger)]).toEqual([0, true])
  const same = await open({ companyNo: first.companyNo, email: first.email })
  await pay(same)
  expect(await entriesOf(same)).toBe(1)
})

test('paid for a company whose number somebody else’s refused application carries, it waits, in whatever spelling', async () => {
  const number = `0${newNumber().slice(1)}`
  await addApplication(funnel.sql, { status: 'rejected', organisation: { company_no: number.slice(1) } })
  const bought = await open({ companyNo: ` ${number.slice(0, 4)} ${number.slice(4)} ` })
  await pay(bought)
  expect(await waits(bought)).toBe(true)
})

test('two strangers who pay for one company number at the same moment do not both get in', async () => {
  const companyNo = newNumber()
  const both = [await open({ companyNo }), await open({ companyNo })]
  for (const { sessionId } of both) await funnel.controls.paySession(sessionId)
  await Promise.all(both.map(({ sessionId }) => fulfilCheckout(funnel.services, sessionId)))
  const entries = await Promise.all(both.map(entriesOf))
  expect(entries.toSorted()).toEqual([0, 1])
})

test('an address at a domain that was confirmed for this company number needs no more, and at another one does', async () => {
  const companyNo = newNumber()
  await waiveIdentityCheck(funnel.sql, (await addApplication(funnel.sql)).id)
  const confirmed = (domain: string) => funnel.sql`
    insert into company_domains (company_key, domain, confirmed_by, confirmed_by_name, confirmed_at)
    values (${companyNo}, ${domain}, 'reviewer-of-tests', 'Reviewer', now())`
  await confirmed('fairs.co.uk')
  // As if somebody had written it there all the same.
  await confirmed('gmail.com')
  const below = await open({ companyNo, email: 'ann@post.fairs.co.uk', coupon: 'LAUNCH100' })
  await pay(below)
  expect(await entriesOf(below)).toBe(1)
  for (const email of ['stranger@gmail.com', 'stranger@notfairs.co.uk', 'stranger@fairs.co.uk.evil.example']) {
    const stranger = await open({ companyNo, email })
    await pay(stranger)
    expect({ email, waits: await waits(stranger) }).toEqual({ email, waits: true })
  }
  const other = await open({ email: 'bob@fairs.co.uk', coupon: 'LAUNCH100' })
  await pay(other)
  expect(await waits(other)).toBe(true)
})

test('of two free listings of one company that were both opened, one is published; the other ends without a charge', async () => {
  const companyNo = newNumber()
  const both = [await open({ companyNo, coupon: 'LAUNCH100' }), await open({ companyNo, coupon: 'LAUNCH100' })]
  for (const bought of both) {
    await pay(bought)
    await waiveIdentityCheck(funnel.sql, bought.id)
  }
  await Promise.all(both.map(({ id }) => funnel.sql.begin((tx) => publishIfProven(tx, funnel.services, id))))
  const entries = await Promise.all(both.map(entriesOf))
  expect(entries.toSorted()).toEqual([0, 1])
  expect(await redemptionsOf({ companyNo })).toBe(1)
  const late = both[entries.indexOf(0)]!
  const order = await funnel.order(late.id)
  expect(order).toMatchObject({ status: 'cancelled', waits_since: null })
  expect((await mailsTo(late.email)).at(-1)).toMatchObject({ kind: 'listing-code-used' })
  const [job] = await funnel.sql`select 1 from graphile_worker.jobs where task_identifier = 'end-subscription'`
  expect(job).toBeDefined()
  await endSubscriptionJob({ orderId: order.id }, funnel.services)
  const subscription = await funnel.services.payments.retrieveSubscription(order.subscription_id)
  expect(subscription).toMatchObject({ status: 'canceled' })
  // It may list its event for the price, and not with the code.
  expect(await funnel.start(late.id, 'LAUNCH100')).toEqual({ kind: 'coupon-refused' })
  expect(await funnel.start(late.id)).toMatchObject({ kind: 'ready' })
})

test('a code that the company has used is refused to its other organisations, and to the mailbox in another spelling', async () => {
  const first = await open({ coupon: 'LAUNCH100' })
  await waiveIdentityCheck(funnel.sql, first.id)
  await pay(first)
  const again = await addApplication(funnel.sql, {
    status: 'approved',
    organisation: { company_no: ` ${first.companyNo.slice(0, 4)} ${first.companyNo.slice(4)}` },
  })
  expect(await funnel.start(again.id, 'LAUNCH100')).toEqual({ kind: 'coupon-refused' })

  const person = { company_no: null, name: 'Lantern Folk' }
  const one = await addApplication(funnel.sql, {
    status: 'approved',
    organisation: { ...person, email: 'lantern.folk+1@gmail.com' },
  })
  await waiveIdentityCheck(funnel.sql, one.id)
  await pay({ sessionId: sessionOf(ready(await funnel.start(one.id, 'LAUNCH100'))) })
  expect(await entriesOf(one)).toBe(1)
  const two = await addApplication(funnel.sql, {
    status: 'approved',
    organisation: { ...person, name: 'LANTERN FOLK', email: 'LanternFolk@googlemail.com' },
  })
  expect(await funnel.start(two.id, 'LAUNCH100')).toEqual({ kind: 'coupon-refused' })
})

test('what waits for thirty days is paid back after two mails, once, and its subscription ends', async () => {
  const bought = await open({ isConfirmed: false })
  await pay(bought)
  const reminders = async () => (await mailsTo(bought.email)).filter(({ kind }) => kind === 'listing-waits').length
  const after = async (days: number) => {
    funnel.state.time = new Date(start.getTime() + days * day)
    await endWaitingListings({}, funnel.services)
    await endWaitingListings({}, funnel.services)
    return [await reminders(), (await funnel.order(bought.id)).status]
  }
  expect(await after(13)).toEqual([0, 'paid'])
  expect(await after(14)).toEqual([1, 'paid'])
  expect(await after(24)).toEqual([1, 'paid'])
  expect(await after(25)).toEqual([2, 'paid'])
  expect(await after(29)).toEqual([2, 'paid'])
  expect(await after(30)).toEqual([2, 'refunded'])
  expect(await after(31)).toEqual([2, 'refunded'])
  const order = await funnel.order(bought.id)
  expect(await funnel.sql`select amount_pence, state from order_refunds where order_id = ${order.id}`).toMatchObject([
    { amount_pence: 4900, state: 'succeeded' },
  ])
  expect(await funnel.services.payments.retrieveSubscription(order.subscription_id)).toMatchObject({
    status: 'canceled',
  })
  // Too late: nothing is published of what was paid back, and it can be paid for anew.
  await confirm(bought.email)
  expect(await entriesOf(bought)).toBe(0)
  expect(await funnel.start(bought.id)).toMatchObject({ kind: 'ready' })
})

test('a free listing that waits for thirty days ends, and where nothing ran for weeks it is reminded first', async () => {
  const bought = await open({ coupon: 'LAUNCH100' })
  await pay(bought)
  const statuses = []
  for (const days of [40, 41, 44, 48]) {
    funnel.state.time = new Date(start.getTime() + days * day)
    await endWaitingListings({}, funnel.services)
    statuses.push((await funnel.order(bought.id)).status)
  }
  expect(statuses).toEqual(['paid', 'paid', 'paid', 'cancelled'])
  expect((await mailsTo(bought.email)).map(({ kind }) => kind)).toEqual([
    'order-paid',
    'listing-waits',
    'listing-waits',
    'listing-wait-ended',
  ])
  expect(await redemptionsOf(bought)).toBe(0)
})

test('an entry that is published goes on by its renewals, whatever becomes of the address', async () => {
  const bought = await open()
  await pay(bought)
  await funnel.sql`delete from confirmed_addresses where email = ${bought.email}`
  const order = await funnel.order(bought.id)
  funnel.state.time = new Date('2027-11-22T12:00:00Z')
  await funnel.controls.renewSubscription(order.subscription_id)
  for (const event of await funnel.events('invoice.paid')) await funnel.take(event)
  const [entry] = await funnel.sql`select status, valid_until from register_entries where application_id = ${bought.id}`
  expect(entry!.status).toBe('active')
  expect(entry!.valid_until > '2028-11-01').toBe(true)
})

test('nothing is sold for an event whose day is over; what was paid in the last moment is not published, and goes back', async () => {
  const draft = { date: '2026-11-21' }
  const application = await addApplication(funnel.sql, { status: 'approved', draft })
  const sessionId = sessionOf(ready(await funnel.start(application.id)))
  funnel.state.time = new Date('2026-11-22T00:30:00Z')
  await pay({ sessionId })
  expect([await entriesOf(application), await waits(application)]).toEqual([0, true])
  const [paid] = (await mailsTo(application.email)).filter(({ kind }) => kind === 'order-paid')
  expect(paid!.text_body).toContain('The date of your event has passed, so we cannot publish it.')
  for (const days of [15, 26, 32]) {
    funnel.state.time = new Date(start.getTime() + days * day)
    await endWaitingListings({}, funnel.services)
  }
  expect((await funnel.order(application.id)).status).toBe('refunded')
  const ended = (await mailsTo(application.email)).at(-1)!
  expect([ended.kind, ended.text_body.includes('list the event again')]).toEqual(['listing-wait-ended', false])

  const late = await addApplication(funnel.sql, { status: 'approved', draft })
  expect(await funnel.start(late.id)).toEqual({ kind: 'withheld', why: 'past' })
})

test('a paid listing is not published while a refusal of its assessment holds', async () => {
  const application = await open({ isConfirmed: false })
  await pay(application)
  await funnel.sql`
    update assessments set status = 'decided', outcome = 'refuse', decided_by = 'assessors', decided_at = now()
    where application_id = ${application.id}`
  await confirm(application.email)
  expect([await entriesOf(application), await waits(application)]).toEqual([0, true])
  await funnel.sql`
    insert into assessments (application_id, kind, criteria_version, opened_at)
    select application_id, 'appeal', criteria_version, now() + interval '1 hour' from assessments where application_id = ${application.id}`
  await publishWaiting(funnel.services)
  expect(await entriesOf(application)).toBe(1)
})
