import { takeRateLimit } from '#database/rate-limit.ts'
import { type Booking, fulfilCheckout } from '#features/payments/fulfilment/server/fulfil-checkout.ts'
import { listOpenSessions } from '#features/payments/server/queries.ts'
import type { Outstanding } from '#features/payments/state.ts'
import type { Services } from '#requests/services.ts'

/** How often the provider is asked about one application's open orders. */
const askLimit = { name: 'settling', points: 12, seconds: 60 }
/** How long a page waits for the provider, in milliseconds. What it says later is booked all the same. */
const patience = 3_000

/**
 * Asks the provider about an application's open orders and books what has been paid: the payer usually comes back before the
 * webhook. A provider that is slow or down changes nothing but what the page can tell.
 *
 * @returns what is still to be heard; null where nothing is.
 */
export async function settleOpenOrders(services: Services, applicationId: string): Promise<Outstanding | null> {
  const { sql, log } = services
  const open = await listOpenSessions(sql, { applicationId })
  if (open.length === 0) return null
  if ((await takeRateLimit(sql, askLimit, applicationId)) !== null) return 'unanswered'
  return await withinPatience(settle, 'unanswered')

  async function settle(): Promise<Outstanding | null> {
    let outstanding: Outstanding | null = null
    try {
      for (const { session_id } of open) {
        const { kind } = await fulfilCheckout(services, session_id)
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

/** Asks the provider about one session and books what it says, for a page that its payer is waiting for. */
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
