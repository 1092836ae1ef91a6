import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { createPayments } from '#providers/payments/stripe-payments.ts'
import {
  awardRequest,
  must,
  openSandboxFixture,
  type SandboxFixture,
  secretKey,
  webhookSecret,
  withCustomers,
} from './sandbox-fixture.ts'

let world: SandboxFixture
beforeAll(async () => {
  world = await openSandboxFixture()
})
beforeEach(() => {
  world.received.length = 0
  world.state.webhookStatus = 200
})
afterAll(() => world.close())

async function buyAward(): Promise<string> {
  const { sessionId } = must(await world.payments().createCheckoutSession(awardRequest()))
  await world.sandbox.controls.paySession(sessionId)
  return sessionId
}

test('what was refused is delivered after a restart', async () => {
  world.state.webhookStatus = 503
  const sessionId = await buyAward()
  await Bun.sleep(150)
  expect(world.received).toEqual([])
  const [waiting] =
    await world.sql`select count(*)::integer as count, min(last_status) as status from sandbox.payment_deliveries where delivered_at is null`
  expect(waiting!.count).toBeGreaterThan(3)
  expect(waiting!.status).toBe(503)

  await world.restart()
  world.state.webhookStatus = 200
  const events = await world.receiveEvents('checkout.session.completed', 'payment_intent.succeeded', 'charge.succeeded')
  expect(events.find((event) => event.type === 'checkout.session.completed')!.data.object).toMatchObject({
    id: sessionId,
    status: 'complete',
  })
  await Bun.sleep(100)
  const [left] =
    await world.sql`select count(*)::integer as count from sandbox.payment_deliveries where delivered_at is null`
  expect(left!.count).toBe(0)
})

test('what a killed process leaves behind is all there for the next one', async () => {
  const program = `
    import { openSql } from '${import.meta.dir}/../../database/sql.ts'
    import { startPaymentsSandbox } from '${import.meta.dir}/start-payments-sandbox.ts'
    const nowhere = 'http://127.0.0.1:9'
    const sandbox = await startPaymentsSandbox({
      sql: openSql(process.env.DOOMED_DATABASE), publicUrl: () => nowhere, webhookUrl: () => nowhere, webhookSecret: 'whsec_doomed',
      clock: () => new Date('2026-11-21T12:00:00Z'),
    })
    console.log(sandbox.apiBase)`
  const doomed = Bun.spawn(['bun', '-e', program], {
    env: { ...process.env, DOOMED_DATABASE: world.databaseUrl },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const { value } = await doomed.stdout.getReader().read()
  const apiBase = new TextDecoder().decode(value).trim()
  // Of all sandboxes on this database only the doomed one is asked.
  const { sessionId } = must(
    await withCustomers(createPayments({ secretKey, webhookSecret, apiBase })).createCheckoutSession(awardRequest()),
  )
  doomed.kill('SIGKILL')
  await doomed.exited
  await world.sandbox.controls.paySession(sessionId)
  expect(must(await world.payments().retrieveCheckoutSession(sessionId)).paymentStatus).toBe('paid')
  await world.receiveEvents('checkout.session.completed')
})

test('the session that was begun before a restart is paid after it', async () => {
  const { sessionId } = must(await world.payments().createCheckoutSession(awardRequest()))
  await world.restart()
  await world.sandbox.controls.paySession(sessionId)
  expect(must(await world.payments().retrieveCheckoutSession(sessionId)).paymentStatus).toBe('paid')
})

test('two replicas deliver each event once', async () => {
  const second = await world.start()
  for (let bought = 0; bought < 4; bought += 1) await buyAward()
  await world.receiveEvents(...Array.from({ length: 4 }, () => 'checkout.session.completed'))
  await Bun.sleep(200)
  const ids = world.received.map((event) => event.id)
  expect(new Set(ids).size).toBe(ids.length)
  await second.stop()
})

test('a delivery that its process left behind is taken by the next one when its time is over', async () => {
  world.state.webhookStatus = 503
  await buyAward()
  await Bun.sleep(100)
  // As after a kill: claimed, and nobody came back to it.
  await world.sql`update sandbox.payment_deliveries set next_attempt_at = now() - interval '1 second' where delivered_at is null`
  world.state.webhookStatus = 200
  await world.receiveEvents('checkout.session.completed')
})

test('after three days nobody tries any more', async () => {
  world.state.webhookStatus = 500
  await buyAward()
  await Bun.sleep(100)
  await world.sql`
    update sandbox.payment_deliveries set give_up_at = now() - interval '1 second', next_attempt_at = now() where delivered_at is null`
  world.state.webhookStatus = 200
  await Bun.sleep(200)
  expect(world.received).toEqual([])
})

test('a redirect counts as a refusal and is not followed', async () => {
  world.state.webhookStatus = 302
  await buyAward()
  await Bun.sleep(150)
  const [row] =
    await world.sql`select last_status from sandbox.payment_deliveries where delivered_at is null and give_up_at > now() limit 1`
  expect(row!.last_status).toBe(302)
})
