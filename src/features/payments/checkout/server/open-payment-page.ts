import { type OrderType, soldIn } from '#domain/catalogue.ts'
import { pageAfter, pageOf } from '#features/payments/funnel/funnel.ts'
import type { LockedApplication, Order } from '#features/payments/server/queries.ts'
import { endUnpaidOrder } from '#features/payments/server/queries.ts'
import { href } from '#pages.ts'
import { isPaymentsFailure, type PaymentsFailure } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import { findListingSession, forgetCustomer, keepCustomer, releaseOpening, saveSession } from './checkout-queries.ts'

/**
 * No transaction is open: no lock waits for somebody else's network. The idempotency key is the order's, so that a request that dies
 * half-way is repeated by the next click; where the provider has kept a failure under it, the order ends, and the next click makes a new one.
 * @returns null where the provider opened no page.
 */
export async function openPaymentPage(
  services: Services,
  order: Order,
  application: LockedApplication,
): Promise<string | null> {
  const { sql, log } = services
  const opened = await openAtProvider(services, order, application)
  if (isPaymentsFailure(opened)) {
    log.error('payment page not opened', { failure: opened.failure, code: opened.code, request: opened.requestId })
    // Deleted at the provider, or of its test mode: it must not bar the organisation from paying.
    const { organisationId, stripeCustomerId } = application
    if (opened.code === 'resource_missing' && stripeCustomerId)
      await forgetCustomer(sql, { organisationId, customerId: stripeCustomerId })
    if (opened.newKeyNeeded) await endUnpaidOrder(sql, { orderId: order.id, status: 'failed' })
    else await releaseOpening(sql, { orderId: order.id })
    return null
  }
  const [saved] = await saveSession(sql, {
    orderId: order.id,
    sessionId: opened.sessionId,
    url: opened.url,
    expiresAt: opened.expiresAt,
  })
  return saved ? opened.url : null
}

async function openAtProvider(services: Services, order: Order, application: LockedApplication) {
  const { payments, env } = services
  const product = order.type as OrderType
  const sold = soldIn(product, order.metadata)
  const customer = await customerOf(services, order, application)
  if (isPaymentsFailure(customer)) return customer
  const discount = await discountFor(services, order)
  if (discount && isPaymentsFailure(discount)) return discount
  const { success, cancel } = await returnAddresses(services, product, order.applicationId)
  return payments.createCheckoutSession({
    customerId: customer.customerId,
    orderId: order.id,
    applicationId: order.applicationId,
    product,
    lines: sold.map(({ label, pence, interval }) => ({ name: label, amountPence: pence, interval, quantity: 1 })),
    ...(discount ? { discount } : {}),
    successUrl: env.publicUrl + success,
    cancelUrl: env.publicUrl + cancel,
    idempotencyKey: `checkout-${order.id}`,
    mode: sold.some(({ interval }) => interval !== null) ? 'subscription' : 'payment',
    metadata: {},
  })
}

/** Where the payer comes back to: onwards when paid, else the page that started. The provider fills in its session's id. */
async function returnAddresses(
  { sql }: Services,
  product: OrderType,
  appId: string,
): Promise<{ success: string; cancel: string }> {
  if (product === 'listing') {
    const landing = `${href('accreditationSuccess')}?session_id={CHECKOUT_SESSION_ID}&application_id=${appId}`
    return { success: landing, cancel: pageOf(product, appId) }
  }
  // With its session, so that a payer whose order is lost here can see what became of the payment.
  if (product !== 'extras')
    return { success: `${pageAfter(product, appId)}?session_id={CHECKOUT_SESSION_ID}`, cancel: pageOf(product, appId) }
  const [listing] = await findListingSession(sql, { applicationId: appId })
  const page = listing
    ? href('accreditationSuccess', { session_id: listing.sessionId, application_id: appId })
    : href('funnelSuccess', { appId })
  return { success: page, cancel: page }
}

/** While another order of the organisation has its customer made: how often and after how many milliseconds it is asked for again. */
const maxAgain = 5
const againAfter = 300

function isInUse(made: { customerId: string } | PaymentsFailure): boolean {
  return isPaymentsFailure(made) && made.code === 'idempotency_key_in_use'
}

/** Made with its first order, kept for all others. */
async function customerOf({ payments, sql }: Services, order: Order, application: LockedApplication) {
  if (application.stripeCustomerId) return { customerId: application.stripeCustomerId }
  const create = (idempotencyKey: string) =>
    payments.createCustomer({
      organisationId: application.organisationId,
      name: application.organisationName,
      email: application.organisationEmail,
      idempotencyKey,
    })
  // Two first orders at once make one customer. A failure that is kept under that key, or another address since, must not bar the
  // organisation from paying for a day: then the order's own key makes one.
  let first = await create(`customer-${application.organisationId}`)
  for (let again = 0; again < maxAgain && isInUse(first); again++) {
    await Bun.sleep(againAfter)
    first = await create(`customer-${application.organisationId}`)
  }
  const made = isPaymentsFailure(first) && first.newKeyNeeded ? await create(`customer-${order.id}`) : first
  if (isPaymentsFailure(made)) return made
  const [kept] = await keepCustomer(sql, { organisationId: application.organisationId, customerId: made.customerId })
  return { customerId: kept?.stripeCustomerId ?? made.customerId }
}

/** The order's code as a coupon of the provider: once, so that the second year costs its price. */
async function discountFor(
  { payments }: Services,
  order: Order,
): Promise<{ couponId: string } | PaymentsFailure | null> {
  if (!order.couponCode || order.discountPence === 0) return null
  const percentOff = Math.round((order.discountPence / order.amountPence) * 100)
  return payments.ensureCoupon({
    id: `${order.couponCode}-${percentOff}-ONCE`,
    percentOff,
    duration: 'once',
    name: order.couponCode,
  })
}
