import { camel } from '#database/camel.ts'
import type { Admin } from '#domain/permissions.ts'
import { fulfilCheckout } from '#features/payments/fulfilment/server/fulfil-checkout.ts'
import { endUnpaidOrder, type OrderStatus } from '#features/payments/server/queries.ts'
import type { Services } from '#requests/services.ts'
import { openPaymentPage } from './open-payment-page.ts'
import { type CheckoutRequest, type Preparation, prepareOrder } from './prepare-order.ts'
import { recordAgreement } from './record-agreement.ts'

export type CheckoutStart =
  | Extract<Preparation, { kind: 'not-found' | 'not-approved' | 'withheld' | 'paid' | 'coupon-refused' | 'ready' }>
  /** Paid by a slow method (a bank debit) that has not arrived yet. */
  | { kind: 'payment-under-way' }
  | { kind: 'unavailable' }

const maxWaiting = 15_000
const pollEvery = 100
const maxRounds = 4

/**
 * Any number of clicks and parallel calls make one order and one page. Who may ask is the caller's business.
 * @param by the person of the admin area who starts it for the applicant (`actingFor`).
 */
export async function startCheckout(
  services: Services,
  request: Omit<CheckoutRequest, 'vatRates'>,
  by: Admin | null,
): Promise<CheckoutStart> {
  for (let round = 0; round < maxRounds; round++) {
    const step = await services.sql.begin(async (tx) => {
      const prepared = await prepareOrder(tx, { ...request, vatRates: services.brand.vatRates }, services.now(), by)
      await recordAgreement(tx, request, services.now())
      return prepared
    })
    if (step.kind === 'open') {
      const url = await openPaymentPage(services, step.order, step.application)
      return url ? { kind: 'ready', url } : { kind: 'unavailable' }
    }
    if (step.kind === 'being-opened') return await waitForPage(services, step.orderId)
    if (step.kind !== 'close-first') return step
    const closed = await closePaymentPage(services, step.orderId, step.sessionId)
    if (closed !== 'closed') return { kind: closed }
  }
  return { kind: 'unavailable' }
}

async function waitForPage({ sql }: Services, orderId: string): Promise<CheckoutStart> {
  for (const end = Date.now() + maxWaiting; Date.now() < end; await Bun.sleep(pollEvery)) {
    const [order] = await camel(sql)<{ status: OrderStatus; checkoutUrl: string | null; isOpening: boolean | null }[]>`
      select status, checkout_url, opening_until > now() as is_opening from orders where id = ${orderId}::uuid`
    if (order?.checkoutUrl && order.status === 'pending') return { kind: 'ready', url: order.checkoutUrl }
    if (!order?.isOpening) break
  }
  return { kind: 'unavailable' }
}

/** The provider is asked first, so that what was paid in the last moment is recorded. */
export async function closePaymentPage(
  services: Services,
  orderId: string,
  sessionId: string,
): Promise<'closed' | 'payment-under-way' | 'unavailable'> {
  const before = await fulfilCheckout(services, sessionId)
  if (before.kind === 'open') {
    // Refused when the payer was faster; the booking tells.
    await services.payments.expireCheckoutSession(sessionId)
  }
  const after = before.kind === 'open' ? await fulfilCheckout(services, sessionId) : before
  if (after.kind === 'unknown') await endUnpaidOrder(services.sql, { orderId, status: 'expired' })
  if (after.kind === 'expired' || after.kind === 'unknown' || after.kind === 'paid') return 'closed'
  return after.kind === 'waiting' ? 'payment-under-way' : 'unavailable'
}
