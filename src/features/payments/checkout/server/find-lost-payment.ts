import { takeRateLimit } from '#database/rate-limit.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { looksLikeSession } from '#features/payments/rules.ts'
import { findOrderOfSession } from '#features/payments/server/queries.ts'
import type { PageRequest } from '#requests/page-loader.ts'
import { settleSession } from './settle-open-orders.ts'

const askLimit = { name: 'lost-payment', points: 30, seconds: 600 }

/**
 * A payment that the provider confirms and whose order is not here, as after a restore; an address that was made up learns nothing.
 * @returns null where there is no such payment.
 */
export async function findLostPayment(
  { services, visitor }: PageRequest,
  sessionId: string | null,
  applicationId: string,
): Promise<{ paidPence: number } | 'unanswered' | null> {
  const { sql } = services
  if (!sessionId || !looksLikeSession(sessionId)) return null
  if ((await findOrderOfSession(sql, { sessionId })).length > 0) return null
  if ((await takeRateLimit(sql, askLimit, visitor.address)) !== null) return null
  const booking = await settleSession(services, sessionId)
  if (booking.kind === 'unavailable') return 'unanswered'
  if (booking.kind !== 'unknown-order' || booking.applicationId !== applicationId) return null
  return { paidPence: booking.paidPence }
}

/** Where the application itself is not here. */
export async function findMissingOrder(request: PageRequest, appId: string) {
  const lost = isUuid(appId) ? await findLostPayment(request, request.query.get('session_id'), appId) : null
  return lost && lost !== 'unanswered' ? { kind: 'order-missing' as const, ...lost } : { kind: 'unknown' as const }
}
