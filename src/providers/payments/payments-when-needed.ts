import type { Payments } from './payments.ts'

/**
 * The payment provider, opened by the first call: its SDK takes longer to load than everything else a page needs, and a process
 * that has just started should answer visitors first.
 */
export function paymentsWhenNeeded(openPayments: () => Promise<Payments>): Payments {
  let opened: Promise<Payments> | undefined
  return new Proxy({} as Payments, {
    get:
      (_, name) =>
      async (...words: unknown[]) => {
        opened ??= openPayments()
        const payments = (await opened) as unknown as Record<string | symbol, (...words: unknown[]) => unknown>
        return await payments[name]!(...words)
      },
  })
}
