import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { demoCoupon } from '#features/assessments/packages/server.ts'
import { siteOfFile } from '#test/of-file.ts'
import { openTestSite } from '#test/site.ts'

// After the rows of the migration and the demonstration, which begin when they are written.
const now = new Date(Date.now() + 60_000)
const soon = new Date(now.getTime() + 1)

const site = await siteOfFile({ now: () => now })
beforeAll(async () => {
  await site.sql`
    insert into coupons (code, description, percent_off, applies_to, starts_at, ends_at, max_uses) values
      ('OVER10', 'x', 10, '{premium}', '2026-01-01', ${now.toISOString()}, null),
      ('SOON10', 'x', 10, '{premium}', ${soon.toISOString()}, null, null),
      ('NONE10', 'x', 10, '{premium}', '2026-01-01', null, 0),
      ('THIRD33', 'A third off', 33, '{premium,award}', '2026-01-01', null, null)`
})
beforeEach(async () => {
  await site.sql`delete from rate_limits`
})

async function validate(body: unknown, headers: Record<string, string> = {}) {
  const response = await site.call('/api/validate-coupon', body, headers)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('a code lowers the price of a package', async () => {
  const { status, body } = await validate({ couponCode: `  ${demoCoupon.code.toLowerCase()} `, package: 'premium' })
  expect(status).toBe(200)
  expect(body).toEqual({
    valid: true,
    coupon: { code: demoCoupon.code, discount: 15, description: 'Guild members’ price' },
    pricing: { originalPrice: 22_900, discountAmount: 3_435, finalPrice: 19_465 },
  })
})

test('without an item the first thing that the code is for', async () => {
  expect((await validate({ couponCode: 'LAUNCH100' })).body).toMatchObject({
    valid: true,
    coupon: { discount: 100 },
    pricing: { originalPrice: 4_900, finalPrice: 0 },
  })
  expect((await validate({ couponCode: demoCoupon.code })).body).toMatchObject({ pricing: { finalPrice: 12_665 } })
})

test('pence are rounded, and a price is never taken from the caller', async () => {
  const { body } = await validate({ couponCode: 'THIRD33', product: 'award', price: 1, pricing: { finalPrice: 1 } })
  expect(body).toMatchObject({ pricing: { originalPrice: 19_900, discountAmount: 6_567, finalPrice: 13_333 } })
})

test('unknown, over, not begun, used up, for something else and wild cards are one answer', async () => {
  const codes = ['UNKNOWN', 'OVER10', 'SOON10', 'NONE10', 'LAUNCH100', '%', '_______', "' or true --", '__PROTO__']
  for (const couponCode of codes) {
    expect(await validate({ couponCode, package: 'premium' })).toEqual({
      status: 200,
      body: { valid: false, error: 'This coupon code is not valid' },
    })
  }
})

test.each([
  [{}],
  [{ couponCode: '  ' }],
  [{ couponCode: ['LAUNCH100'] }],
  [{ couponCode: { $ne: '' } }],
  [{ couponCode: 'x'.repeat(101) }],
  [{ couponCode: 'LAUNCH100', package: 'gratis' }],
  [{ couponCode: 'LAUNCH100', product: 'constructor' }],
])('%j is refused', async (body) => {
  expect((await validate(body)).status).toBe(422)
})

test('guessing ends after twenty codes, and a forged forwarding header does not lift it', async () => {
  const answers: number[] = []
  for (let index = 0; index < 22; index++) {
    answers.push((await validate({ couponCode: `TRY${index}` }, { 'x-forwarded-for': `10.0.0.${index}` })).status)
  }
  expect(answers).toEqual([...Array(20).fill(200), 429, 429])
})

test('the demonstration’s code is no part of the migrations', async () => {
  const bare = await openTestSite({ demoData: false })
  expect((await bare.sql`select code from coupons`).map(({ code }) => code)).toEqual(['LAUNCH100'])
  await bare.close()
})
