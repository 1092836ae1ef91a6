import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { validateCoupon } from '#features/payments/coupons/server/api.ts'
import { funnelOfFile, sessionOf } from '#features/payments/server/funnel-fixture.ts'
import { addApplication } from '#test/add-application.ts'
import { startCheckout } from './start-checkout.ts'

const funnel = await funnelOfFile()
beforeAll(async () => {
  await funnel.sql`
    insert into coupons (code, description, percent_off, applies_to, once_per_organisation, starts_at, max_uses) values
      ('THREE50', 'Half off for three', 50, '{listing}', false, '2026-01-01', 3),
      ('ONCE10', 'For one order of anything', 10, '{award,marketing}', false, '2026-01-01', 1)`
})
beforeEach(() => {
  funnel.state.time = new Date('2026-11-21T12:00:00Z')
})

const ordersWith = (code: string, status: string) =>
  funnel.sql`select application_id, checkout_session_id from orders where coupon_code = ${code} and status = ${status}`
const holds = async (code: string) => (await validateCoupon(funnel.services, code, undefined)).valid

test('thirty that want a code of three uses at once get it three times, and each payment counts once', async () => {
  const applications = await Promise.all(
    Array.from({ length: 30 }, () => addApplication(funnel.sql, { status: 'approved' })),
  )
  // Every one of them clicks twice.
  const started = await Promise.all(
    applications.flatMap(({ id }) => [funnel.start(id, 'THREE50'), funnel.start(id, 'THREE50')]),
  )
  const pages = new Set(started.flatMap((outcome) => (outcome.kind === 'ready' ? [sessionOf(outcome.url)] : [])))
  expect(pages.size).toBe(3)
  expect(started.filter(({ kind }) => kind === 'coupon-refused')).toHaveLength(54)
  expect(await ordersWith('THREE50', 'pending')).toHaveLength(3)
  expect(await holds('THREE50')).toBe(false)

  await Promise.all([...pages].map((session) => funnel.controls.paySession(session)))
  const paid = (await funnel.events('checkout.session.completed')).filter((event) =>
    [...pages].some((session) => JSON.stringify(event).includes(session)),
  )
  expect(paid).toHaveLength(3)
  // Told twice at the same moment, as providers do.
  await Promise.all([...paid, ...paid].map((event) => funnel.take(event)))
  expect(await ordersWith('THREE50', 'paid')).toHaveLength(3)
  expect(await holds('THREE50')).toBe(false)
  const { id } = await addApplication(funnel.sql, { status: 'approved' })
  expect(await funnel.start(id, 'THREE50')).toEqual({ kind: 'coupon-refused' })
}, 60_000)

test('a page that is given up gives its use back, and the same application may open it anew', async () => {
  await funnel.sql`
    insert into coupons (code, description, percent_off, applies_to, once_per_organisation, starts_at, max_uses)
    values ('LAST20', 'The last one', 20, '{listing}', false, '2026-01-01', 1)`
  const first = await funnel.open('LAST20')
  expect(await holds('LAST20')).toBe(false)
  expect(await funnel.start(first.id, 'LAST20')).toMatchObject({ kind: 'ready' })
  expect(await funnel.start(first.id)).toMatchObject({ kind: 'ready' })
  expect(await holds('LAST20')).toBe(true)
  const second = await funnel.open('LAST20')
  expect(await funnel.start(first.id, 'LAST20')).toEqual({ kind: 'coupon-refused' })
  expect(await ordersWith('LAST20', 'pending')).toMatchObject([{ application_id: second.id }])
})

test('one application does not use the one use of a code twice, for two products', async () => {
  const { id } = await addApplication(funnel.sql, { status: 'approved' })
  const request = { applicationId: id, coupon: 'ONCE10', metadata: {} }
  const outcomes = await Promise.all([
    startCheckout(funnel.services, { ...request, product: 'award' }, null),
    startCheckout(funnel.services, { ...request, product: 'marketing' }, null),
  ])
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['coupon-refused', 'ready'])
})
