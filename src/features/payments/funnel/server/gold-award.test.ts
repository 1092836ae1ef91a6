import { expect, test } from 'bun:test'
import { startCheckout } from '#features/payments/checkout/server/start-checkout.ts'
import { funnelOfFile, ready, sessionOf } from '#features/payments/server/funnel-fixture.ts'
import { listOrders } from '#features/payments/server/queries.ts'
import { setAssurance } from '#features/register/server/set-assurance.ts'
import { addApplication } from '#test/add-application.ts'
import { endWaitingAwards, giveGoldAward } from './gold-award.ts'

const funnel = await funnelOfFile()

const taken = new Set<string>()
async function settle(): Promise<void> {
  for (const event of await funnel.events()) {
    if (taken.has(event.id)) continue
    taken.add(event.id)
    await funnel.take(event)
  }
  await funnel.takeWaiting()
}

/** An application whose listing is published, and its entry. */
async function listed() {
  const application = await addApplication(funnel.sql, { status: 'approved', draft: { date: '2030-08-21' } })
  await funnel.controls.paySession(sessionOf(ready(await funnel.start(application.id))))
  await settle()
  const [entry] = await funnel.sql`select id, slug from register_entries where application_id = ${application.id}`
  return { ...application, entryId: entry!.id as string }
}

async function buy(applicationId: string): Promise<string> {
  const request = { applicationId, product: 'award', coupon: null, metadata: { engraving: 'Best of Whitby' } } as const
  await funnel.controls.paySession(sessionOf(ready(await startCheckout(funnel.services, request, null))))
  await settle()
  const [order] = await funnel.sql`select id from orders where application_id = ${applicationId} and type = 'award'`
  return order!.id
}

const assess = (entryId: string, score: number) =>
  funnel.sql.begin((tx) =>
    setAssurance(
      tx,
      {
        entryId,
        assurance: 'assessed',
        assuredOn: '2026-11-21',
        nextReviewOn: null,
        score,
        checks: [],
        cause: 'assessment 1',
      },
      funnel.services,
    ),
  )
const awardState = async (orderId: string) =>
  (
    await funnel.sql`
      select o.status, g.given_at is not null as given, g.ended_at is not null as ended, e.gold_on is not null as shown
      from orders o join gold_awards g on g.order_id = o.id
      left join register_entries e on e.application_id = o.application_id where o.id = ${orderId}`
  )[0]
const mailsTo = async (email: string) =>
  (await funnel.sql`select kind from mails where to_email = ${email} order by id`).map(({ kind }) => kind)
const work = async () => (await funnel.mails('order-work')).length
const later = (days: number) => {
  funnel.state.time = new Date(funnel.state.time.getTime() + days * 86_400_000)
}

test('an award that is paid before the assessment waits, says until when, and is given when the score is reached', async () => {
  const { id, email, entryId } = await listed()
  const before = await work()
  const order = await buy(id)
  expect(await awardState(order)).toEqual({ status: 'paid', given: false, ended: false, shown: false })
  const [receipt] = (await funnel.mails('order-paid')).filter(({ subject }) => subject === 'Paid: Gold Award')
  expect(receipt!.text_body).toContain('a score of 80% or more')
  expect(receipt!.text_body).toContain('by 19 February 2027')
  // Nobody makes a trophy yet.
  expect(await work()).toBe(before)
  const [, award] = await listOrders(funnel.sql, { applicationId: id })
  expect(award).toMatchObject({ goldUntil: '2027-02-19T12:00:00.000Z', goldGivenAt: null })
  // A score below the threshold, and one that is not of an assessment, are not enough.
  await assess(entryId, 79)
  await giveGoldAward({ applicationId: id }, funnel.services)
  expect(await awardState(order)).toMatchObject({ given: false })
  await assess(entryId, 80)
  const [job] =
    await funnel.sql`select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'give-gold-award'`
  expect(job!.jobs).toBeGreaterThan(0)
  await giveGoldAward({ applicationId: id }, funnel.services)
  await giveGoldAward({ applicationId: id }, funnel.services)
  expect(await awardState(order)).toEqual({ status: 'paid', given: true, ended: false, shown: true })
  expect((await mailsTo(email)).filter((kind) => kind === 'award-given')).toHaveLength(1)
  expect(await work()).toBe(before + 1)
  later(91)
  await endWaitingAwards({}, funnel.services)
  expect(await awardState(order)).toMatchObject({ status: 'paid', given: true })
})

test('an award for what is assessed already is given at once, and goes with its payment', async () => {
  const { id, email, entryId } = await listed()
  await assess(entryId, 91)
  const order = await buy(id)
  expect(await awardState(order)).toEqual({ status: 'paid', given: true, ended: false, shown: true })
  expect(await mailsTo(email)).toContain('award-given')
  const [{ payment_intent_id: payment }] = (await funnel.sql`
    select payment_intent_id from orders where id = ${order}`) as unknown as [{ payment_intent_id: string }]
  await funnel.controls.openDispute(payment)
  await settle()
  expect(await awardState(order)).toMatchObject({ status: 'disputed', shown: false })
  const [dispute] = await funnel.sql`
    select id from sandbox.payment_objects where object = 'dispute' order by position desc limit 1`
  await funnel.controls.closeDispute(dispute!.id, 'won')
  await settle()
  expect(await awardState(order)).toEqual({ status: 'paid', given: true, ended: false, shown: true })
})

test('not reached in time it is paid back once, and said so', async () => {
  const { id, email, entryId } = await listed()
  const order = await buy(id)
  later(89)
  await endWaitingAwards({}, funnel.services)
  expect(await awardState(order)).toMatchObject({ status: 'paid', ended: false })
  later(2)
  await Promise.all([endWaitingAwards({}, funnel.services), endWaitingAwards({}, funnel.services)])
  await settle()
  await endWaitingAwards({}, funnel.services)
  expect(await awardState(order)).toEqual({ status: 'refunded', given: false, ended: true, shown: false })
  const refunds = await funnel.sql`select amount_pence, state from order_refunds where order_id = ${order}`
  expect([...refunds]).toEqual([{ amount_pence: 19_900, state: 'succeeded' }])
  const mails = (await funnel.mails('order-refunded')).filter(({ to_email }) => to_email === email)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text_body).toContain('did not reach the score for Gold')
  // A score that comes later gives nothing that was paid back.
  await assess(entryId, 95)
  await giveGoldAward({ applicationId: id }, funnel.services)
  expect(await awardState(order)).toMatchObject({ status: 'refunded', given: false })
})

test('reached before the job comes by, it is given and not paid back', async () => {
  const { id, entryId } = await listed()
  const order = await buy(id)
  await assess(entryId, 85)
  later(91)
  await endWaitingAwards({}, funnel.services)
  expect(await awardState(order)).toEqual({ status: 'paid', given: true, ended: false, shown: true })
})

test('the provider does not answer: it is paid back later', async () => {
  const { id } = await listed()
  const order = await buy(id)
  later(91)
  await endWaitingAwards({}, funnel.strangersServices)
  expect(await awardState(order)).toMatchObject({ status: 'paid', given: false, ended: true })
  await endWaitingAwards({}, funnel.services)
  await settle()
  expect(await awardState(order)).toMatchObject({ status: 'refunded' })
})

test('an award that cost nothing just ends', async () => {
  const { id, email } = await listed()
  const order = await buy(id)
  await funnel.sql`update orders set discount_pence = amount_pence where id = ${order}`
  later(91)
  await endWaitingAwards({}, funnel.services)
  expect(await awardState(order)).toMatchObject({ status: 'cancelled', ended: true })
  expect((await mailsTo(email)).at(-1)).toBe('award-ended')
})
