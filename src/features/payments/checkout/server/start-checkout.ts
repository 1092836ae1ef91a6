import { camel } from '#database/camel.ts'
import { type OrderType, soldIn } from '#domain/catalogue.ts'
import type { Admin } from '#domain/permissions.ts'
import { documentVatWords, readVatNumber } from '#domain/vat.ts'
import { fulfilCheckout } from '#features/payments/fulfilment/server/fulfil-checkout.ts'
import { pageAfter, pageOf } from '#features/payments/funnel/funnel.ts'
import {
  endUnpaidOrder,
  type FunnelApplication,
  type Id,
  type Order,
  type OrderStatus,
} from '#features/payments/server/queries.ts'
import { href } from '#pages.ts'
import { isPaymentsFailure, type PaymentsFailure, type TaxOfInvoices } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
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
  request: CheckoutRequest,
  by: Admin | null,
): Promise<CheckoutStart> {
  for (let round = 0; round < maxRounds; round++) {
    const step = await services.sql.begin(async (tx) => {
      const prepared = await prepareOrder(tx, services, request, by)
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

/**
 * No transaction is open: no lock waits for somebody else's network. The idempotency key is the order's, so that a request that dies
 * half-way is repeated by the next click; where the provider has kept a failure under it, the order ends, and the next click makes a new one.
 * @returns null where the provider opened no page.
 */
async function openPaymentPage(services: Services, order: Order, application: FunnelApplication) {
  const { sql, log } = services
  const opened = await openAtProvider(services, order, application)
  if (isPaymentsFailure(opened)) {
    log.error('payment page not opened', { failure: opened.failure, code: opened.code, request: opened.requestId })
    // Deleted at the provider, or of its test mode: it must not bar the organisation from paying.
    const { organisationId, stripeCustomerId } = application
    if (opened.code === 'resource_missing' && stripeCustomerId)
      await sql<Record<string, never>[]>`
        update organisations set stripe_customer_id = null, updated_at = now()
        where id = ${organisationId}::uuid and stripe_customer_id = ${stripeCustomerId}::text`
    if (opened.newKeyNeeded) await endUnpaidOrder(sql, { orderId: order.id, status: 'failed' })
    else await sql<Record<string, never>[]>`update orders set opening_until = null where id = ${order.id}::uuid`
    return null
  }
  const { sessionId, url, expiresAt } = opened
  const [saved] = await sql<Id[]>`
    update orders
    set checkout_session_id = ${sessionId}::text, checkout_url = ${url}::text,
      checkout_expires_at = ${expiresAt}::timestamptz, opening_until = null, updated_at = now()
    where id = ${order.id}::uuid and status = 'pending' and (checkout_session_id is null
      or checkout_session_id = ${sessionId}::text)
    returning id`
  return saved ? url : null
}

async function openAtProvider(services: Services, order: Order, application: FunnelApplication) {
  const { payments, env } = services
  const product = order.type as OrderType
  const sold = soldIn(product, order.metadata)
  const customer = await customerOf(services, order, application)
  if (isPaymentsFailure(customer)) return customer
  const discount = await discountFor(services, order)
  if (discount && isPaymentsFailure(discount)) return discount
  const vat = await taxOf(services, order, application, customer.customerId)
  if (isPaymentsFailure(vat)) return vat
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
    vat,
  })
}

async function taxOf(
  { payments }: Services,
  { vat }: Order,
  { vatNumber }: FunnelApplication,
  customerId: string,
): Promise<TaxOfInvoices | PaymentsFailure> {
  const treatment = vat ?? 'none'
  const footer = documentVatWords(treatment)
  if (treatment === 'none') return { taxRateId: null, footer }
  const number = treatment === 'reverse' && vatNumber ? readVatNumber(vatNumber) : null
  const changed = number ? await payments.setForeignVatNumber({ customerId, vatNumber: number }) : null
  if (changed && isPaymentsFailure(changed)) return changed
  const rate = await payments.ensureTaxRate(treatment)
  return isPaymentsFailure(rate) ? rate : { ...rate, footer }
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
  const [listing] = await camel(sql)<{ sessionId: string }[]>`
    select checkout_session_id as session_id
    from orders
    where application_id = ${appId}::uuid and type = 'listing' and status = 'paid' and checkout_session_id is not null
    order by paid_at desc
    limit 1`
  const page = listing
    ? href('accreditationSuccess', { session_id: listing.sessionId, application_id: appId })
    : href('funnelSuccess', { appId })
  return { success: page, cancel: page }
}

/** While another order of the organisation has its customer made: how often and after how many milliseconds it is asked for again. */
const maxAgain = 5
const againAfter = 300

/** Made with its first order, kept for all others. */
async function customerOf({ payments, sql }: Services, order: Order, application: FunnelApplication) {
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
  for (let again = 0; again < maxAgain; again++) {
    if (!isPaymentsFailure(first) || first.code !== 'idempotency_key_in_use') break
    await Bun.sleep(againAfter)
    first = await create(`customer-${application.organisationId}`)
  }
  const made = isPaymentsFailure(first) && first.newKeyNeeded ? await create(`customer-${order.id}`) : first
  if (isPaymentsFailure(made)) return made
  const [kept] = await camel(sql)<{ stripeCustomerId: string }[]>`
    update organisations
    set stripe_customer_id = coalesce(stripe_customer_id, ${made.customerId}::text), updated_at = now()
    where id = ${application.organisationId}::uuid
    returning stripe_customer_id`
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
