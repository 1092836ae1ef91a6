import { expect, test } from 'bun:test'
import { readEnv } from '#env.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://register.example',
  DATABASE_URL: 'postgres://user:password@database.example/register',
  SESSION_SECRET: 'x'.repeat(32),
  SIGNING_SECRET: 'y'.repeat(32),
  SANDBOX: 'payments,companies,addresses,mail',
}

function requires(source: Record<string, string>): boolean | string[] {
  const read = readEnv(source)
  return 'problems' in read ? read.problems : read.env.requireSecondFactor
}

test('a second factor is compulsory in production and not in the demonstration, unless said otherwise', () => {
  expect(requires(production)).toBe(true)
  expect(requires({ ...production, ADMIN_REQUIRE_2FA: 'off' })).toBe(false)
  expect(requires({ ...production, ADMIN_REQUIRE_2FA: '' })).toBe(true)
  expect(requires({})).toBe(false)
  expect(requires({ ADMIN_REQUIRE_2FA: 'on' })).toBe(true)
  expect(requires({ ...production, ADMIN_REQUIRE_2FA: 'perhaps' })).toEqual(['ADMIN_REQUIRE_2FA is neither on nor off'])
})
