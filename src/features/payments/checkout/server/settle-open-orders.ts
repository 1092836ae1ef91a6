import { takeRateLimit } from '#database/rate-limit.ts'
import { type Booking, fulfilCheckout } from '#features/payments/fulfilment/server/fulfil-checkout.ts'
import type { OutstandingPayment } from '#features/payments/rules.ts'
import { listOpenSessions } from '#features/payments/server/queries.ts'
import type { Services } from '#requests/services.ts'

const askLimit = { name: 'settling', points: 12, seconds: 60 }
/** In milliseconds. What the provider says later is recorded all the same. */
const patience = 3_000

/**
 * The payer usually comes back before the webhook; a provider that is slow or down changes nothing but what the page can say.
 * @returns null where nothing is outstanding.
 */
export async function settleOpenOrders(services: Services, applicationId: string): Promise<OutstandingPayment | null> {
  const { sql, log } = services
  const open = await listOpenSessions(sql, { applicationId })
  if (open.length === 0) return null
  if ((await takeRateLimit(sql, askLimit, applicationId)) !== null) return 'unanswered'
  return await withinPatience(settle, 'unanswered')

  async function settle(): Promise<OutstandingPayment | null> {
    let outstanding: OutstandingPayment | null = null
    try {
      for (const { sessionId } of open) {
        const { kind } = await fulfilCheckout(services, sessionId)
        if (kind === 'waiting') outstanding = 'under-way'
        if (kind === 'unavailable') outstanding ??= 'unanswered'
      }
    } catch {
      log.error('open orders not settled', { application: applicationId })
      return 'unanswered'
    }
    return outstanding
  }
}

export async function settleSession(services: Services, sessionId: string): Promise<Booking> {
  const unanswered = { kind: 'unavailable' } as const
  return await withinPatience(
    () =>
      fulfilCheckout(services, sessionId).catch((problem) => {
        services.log.error('landing not settled', {}, problem)
        return unanswered
      }),
    unanswered,
  )
}

/** What the work comes to, or `otherwise` when it takes too long: then it goes on by itself. It must not throw. */
async function withinPatience<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  return await Promise.race([work(), Bun.sleep(patience).then(() => otherwise)])
}
