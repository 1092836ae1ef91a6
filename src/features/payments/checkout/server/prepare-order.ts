import { camel } from '#database/camel.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import { type OrderType, soldIn } from '#domain/catalogue.ts'
import { londonDay } from '#domain/london-time.ts'
import { openDecisions } from '#domain/open-decisions.ts'
import type { Admin } from '#domain/permissions.ts'
import type { VatTreatment } from '#domain/vat.ts'
import { isServiceBought } from '#features/payments/fulfilment/server/queries.ts'
import { redeemerOfApplication } from '#features/payments/identity/server/redeemer-of.ts'
import { type ClosedReason, discountOf } from '#features/payments/rules.ts'
import {
  endUnpaidOrder,
  type FunnelApplication,
  type Id,
  lockApplication,
  type Order,
  orderColumns,
  readLiveOrder,
} from '#features/payments/server/queries.ts'
import type { Buyer } from '#features/payments/terms.ts'
import type { Services } from '#requests/services.ts'
import { readCoupon } from './checkout-queries.ts'
import { vatOf } from './vat-of.ts'

export type CheckoutRequest = {
  applicationId: string
  product: OrderType
  /** From `tidyCoupon`. */
  coupon: string | null
  /** The engraving or the chosen services, checked by the caller. */
  metadata: Record<string, string>
  /** Who buys; null where that was left open. */
  buyer?: Buyer | null
  /** Of a monthly service: asked for its start before the days to cancel are over. */
  startsNow?: boolean
}

export type Preparation =
  | { kind: 'not-found' }
  | { kind: 'not-approved'; status: string }
  /** The entry is suspended or revoked, or a payment was given back for cause and no reviewer has opened the checkout since. */
  | { kind: 'withheld'; why: ClosedReason }
  /** Paid before; of several services, at least one. */
  | { kind: 'paid' }
  | { kind: 'coupon-refused' }
  | { kind: 'ready'; url: string }
  /** A payment page was opened that is over, or was opened for another request: ask the provider and close it first. */
  | { kind: 'close-first'; orderId: string; sessionId: string }
  | { kind: 'being-opened'; orderId: string }
  /** This request is the one that opens its payment page. */
  | { kind: 'open'; order: Order; application: FunnelApplication }

/** How long one request may take to open a payment page before another may try, in seconds: four calls of ten. */
const openingSeconds = 45
/** A page that ends within this time is not worth sending anybody to, in milliseconds. */
const minLifetime = 60_000
/** The provider forgets its idempotency keys after a day; an order that never got its page is given up before. */
const maxUnopenedAge = 23 * 60 * 60 * 1000

/**
 * Decides under the application's lock, with its state and its entry's, and adds the order where there is none.
 * @param by the person of the admin area who starts the payment for the applicant.
 */
export async function prepareOrder(
  tx: Transaction,
  services: Services,
  request: CheckoutRequest,
  by: Admin | null,
): Promise<Preparation> {
  const now = services.now()
  const [application] = await lockApplication(tx, { applicationId: request.applicationId })
  if (!application) return { kind: 'not-found' }
  const notSold = openDecisions(application, londonDay(now)).sell
  if (notSold === 'not-approved') return { kind: notSold, status: application.status }
  if (notSold) return { kind: 'withheld', why: notSold }
  if (request.product === 'extras' && (await isServiceBought(tx, request.applicationId, request.metadata))) {
    return { kind: 'paid' }
  }
  const [live] = await readLiveOrder(tx, { applicationId: request.applicationId, type: request.product })
  const vat = vatOf(services, application)
  // A disputed order counts, too: until the bank has decided nobody pays a second time.
  if (live && live.status !== 'pending') return { kind: 'paid' }
  if (live?.checkoutSessionId) {
    const isOver = Date.parse(live.checkoutExpiresAt!) - now.getTime() < minLifetime
    if (!isOver && isSameRequest(live, request, vat)) return { kind: 'ready', url: live.checkoutUrl! }
    return { kind: 'close-first', orderId: live.id, sessionId: live.checkoutSessionId }
  }
  if (live && (await claim(live))) {
    const isForgotten = now.getTime() - Date.parse(live.createdAt) > maxUnopenedAge
    if (isSameRequest(live, request, vat) && !isForgotten) return await open(live, application)
    await endUnpaidOrder(tx, { orderId: live.id, status: 'expired' })
  } else if (live) return { kind: 'being-opened', orderId: live.id }

  const order = await insertOrder(tx, application, { ...request, vat }, now)
  if (!order) return { kind: 'coupon-refused' }
  await claim(order)
  return await open(order, application)

  async function open(order: Order, application: FunnelApplication): Promise<Preparation> {
    if (by) {
      const { id, type: product, amountPence, discountPence } = order
      const after = { product, amountPence: amountPence - discountPence }
      const subject = { kind: 'order', id }
      await recordChange(tx, { actor: byPerson(by), subject, action: 'checkout-started', after })
    }
    return { kind: 'open', order, application }
  }

  async function claim(order: Order): Promise<boolean> {
    const claimed = await tx<Id[]>`
      update orders
      set opening_until = now() + make_interval(secs => ${openingSeconds}::int)
      where id = ${order.id}::uuid and status = 'pending' and checkout_session_id is null
        and (opening_until is null or opening_until <= now())
      returning id`
    return claimed.length > 0
  }
}

function isSameRequest(order: Order, request: CheckoutRequest, vat: VatTreatment): boolean {
  const isSame =
    order.couponCode === request.coupon && JSON.stringify(order.metadata) === JSON.stringify(request.metadata)
  return isSame && (order.vat ?? 'none') === vat
}

/** @returns null where the code cannot be used. */
async function insertOrder(
  tx: Transaction,
  application: FunnelApplication,
  request: CheckoutRequest & { vat: VatTreatment },
  now: Date,
): Promise<Order | null> {
  const pence = soldIn(request.product, request.metadata).reduce((sum, sold) => sum + sold.pence, 0)
  const { coupon: code, product } = request
  const { id: applicationId, organisationId } = application
  // Two orders that want its last use are decided one after the other.
  if (code) await tx<{ code: string }[]>`select code from coupons where code = ${code}::text for update`
  const redeemer = redeemerOfApplication(application)
  const use = { product, organisationId, applicationId, now: now.toISOString(), redeemer }
  const [coupon] = code ? await readCoupon(tx, { code, ...use }) : []
  if (code && !coupon?.isFree) return null
  const discountPence = discountOf(pence, coupon?.percentOff ?? 0)
  // What costs nothing is counted as used when its entry is published: opened by a stranger, it takes the code from nobody.
  const holdsCode = coupon?.oncePerOrganisation === true && discountPence < pence
  const heldBy = holdsCode ? redeemer : null
  const orderId = crypto.randomUUID()
  const couponCode = coupon?.code ?? null
  // No row where this redeemer holds the code already.
  const [order] = await camel(tx)<Order[]>`
    with redeemed as (
      insert into coupon_redemptions (coupon_code, redeemer, organisation_id, order_id)
      select ${couponCode}::text, ${heldBy}::text, ${organisationId}::uuid, ${orderId}::uuid
        where ${heldBy}::text is not null
      on conflict (coupon_code, redeemer) do nothing
      returning order_id
    )
    insert into orders (id, application_id, organisation_id, type, amount_pence, discount_pence, coupon_code, metadata,
      vat)
    select ${orderId}::uuid, ${applicationId}::uuid, ${organisationId}::uuid, ${product}::text, ${pence}::int,
      ${discountPence}::int, ${couponCode}::text, ${JSON.stringify(request.metadata)}::text::jsonb, ${request.vat}::text
    where ${heldBy}::text is null or exists (select from redeemed)
    returning ${orderColumns(tx)}`
  return order ?? null
}
