import { arePaymentsTest, type Env } from '#env.ts'

/** Where the provider shows what has an id: `payments`, `customers`, `subscriptions`, `disputes` and `payouts` are below it. */
export function providerPages(env: Pick<Env, 'sandbox' | 'stripe'>): string {
  if (env.sandbox.has('payments')) return '/sandbox/dashboard'
  return `https://dashboard.stripe.com${arePaymentsTest(env) ? '/test' : ''}`
}
