import { addJob } from '#database/add-job.ts'
import { camel } from '#database/camel.ts'
import type { Transaction } from '#database/sql.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { paidFor } from '#domain/money.ts'
import { openRenewal } from '#features/assessments/evidence/server/open-renewal.ts'
import { queueDocuments } from '#features/payments/documents/server/queries.ts'
import { bookGold, withGoldWords } from '#features/payments/funnel/server/give-gold.ts'
import { checkIdentity } from '#features/payments/identity/server/check-identity.ts'
import { movementsOfSession, writeMovements } from '#features/payments/ledger/server/write-movements.ts'
import {
  orderPaidMail,
  orderWorkMail,
  pageClosedMail,
  startWords,
  withTerms,
} from '#features/payments/server/order-mails.ts'
import {
  endUnpaidOrder,
  listOtherLiveOrders,
  type Order,
  readFunnelApplication,
} from '#features/payments/server/queries.ts'
import type { ShownTerm } from '#features/payments/terms.ts'
import {
  type CheckoutSession,
  isPaymentsFailure,
  lookupFailed,
  type PaymentsFailure,
} from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import { type CheckoutBooks, type CheckoutDecision, decideCheckout } from './decide-checkout.ts'
import { publish } from './publish-listing.ts'
import { isServiceBought, type PaymentToCheck, placeFeatured } from './queries.ts'
import { type Change, writeOrder } from './write-order.ts'

export type Booking =
  | Extract<CheckoutDecision, { kind: 'unknown' | 'unknown-order' | 'open' | 'waiting' | 'mismatch' | 'paid-twice' }>
  | { kind: 'expired' }
  /** The money is there, or nothing was to be paid, and the order is recorded as paid, now or before. */
  | { kind: 'paid'; applicationId: string; type: string }
  | { kind: 'unavailable' }

/**
 * Asks the provider, decides (`decideCheckout`) and writes the order, the entry and the emails in one transaction. The webhook's job and the
 * payer's landing both come here, in any order and any number: the result is the same.
 */
export async function fulfilCheckout(services: Services, sessionId: string): Promise<Booking> {
  return await fulfilSession(services, await services.payments.retrieveCheckoutSession(sessionId))
}

/** The same with what the provider has answered. */
export async function fulfilSession(services: Services, session: CheckoutSession | PaymentsFailure): Promise<Booking> {
  if (isPaymentsFailure(session)) return { kind: lookupFailed(session) }
  const { orderId } = session
  if (!isUuid(orderId)) return { kind: 'unknown' }
  return await writeOrder<Booking>(services, orderId, async (tx, order, applicationStatus) => {
    const isApproved = applicationStatus === 'approved'
    const isService = order?.type === 'extras'
    const books: CheckoutBooks = {
      order,
      isApproved,
      others: order ? await listOtherLiveOrders(tx, order) : [],
      isServiceBought: isService && (await isServiceBought(tx, order.applicationId, order.metadata)),
    }
    const decision = decideCheckout(session, books)
    // The money came, whatever it is recorded as.
    if (decision.kind !== 'unknown')
      await writeMovements(tx, services, movementsOfSession(session, order?.id ?? null, services.now()))
    switch (decision.kind) {
      case 'expired':
        return await endOrder(tx, services, order!, session, decision)
      case 'mismatch':
        return { outcome: decision, discrepancies: [toCheck(session, 'mismatch', orderId, decision.difference)] }
      case 'paid-twice':
        // Never recorded, so the provider is not asked about it again.
        await endUnpaidOrder(tx, { orderId, status: 'failed' })
        return { outcome: decision, discrepancies: [toCheck(session, 'paid-twice', orderId)] }
      case 'unknown-order':
        return { outcome: decision, discrepancies: [toCheck(session, 'unknown-order', null)] }
      case 'recorded':
        return { outcome: paid(order!) }
      case 'waiting':
        await tx<Record<string, never>[]>`
          update orders set debit_session_id = ${session.id}::text, debit_began_at = ${services.now().toISOString()}::timestamptz
          where id = ${orderId}::uuid and checkout_session_id = ${session.id}::text
            and debit_session_id is distinct from ${session.id}::text`
        return { outcome: decision }
      case 'record':
        return await recordPaid(tx, services, order!, session, { ...decision, others: books.others })
      default:
        return { outcome: decision }
    }
  })
}

const paid = ({ applicationId, type }: Order) => ({ kind: 'paid', applicationId, type }) as const

function toCheck(
  session: CheckoutSession,
  kind: PaymentToCheck['kind'],
  orderId: string | null,
  difference: string | null = null,
): PaymentToCheck {
  const { id: sessionId, amountTotalPence: amountPence, currency, paymentIntentId, subscriptionId } = session
  return { kind, orderId, sessionId, difference, amountPence, currency, paymentIntentId, subscriptionId }
}

async function endOrder(
  tx: Transaction,
  { brand, log }: Services,
  order: Order,
  session: CheckoutSession,
  { endsOrder, closes: difference }: Extract<CheckoutDecision, { kind: 'expired' }>,
): Promise<Change<Booking>> {
  if (endsOrder) await endUnpaidOrder(tx, { orderId: order.id, status: 'expired' })
  const outcome = { kind: 'expired' } as const
  if (!difference) return { outcome }
  log.error('payment page differs from its order', { order: order.id, difference })
  const [application] = await readFunnelApplication(tx, { applicationId: order.applicationId })
  const { id: sessionId, amountTotalPence: amountPence, currency } = session
  const page = { sessionId, difference, amountPence, currency }
  return { outcome, closes: [sessionId], mails: [pageClosedMail(page, order, application!, brand)] }
}

async function recordPaid(
  tx: Transaction,
  services: Services,
  order: Order,
  session: CheckoutSession,
  decision: Omit<Extract<CheckoutDecision, { kind: 'record' }>, 'kind'> & Pick<CheckoutBooks, 'others'>,
): Promise<Change<Booking>> {
  const { isApproved, publishesUntil, others } = decision
  const { applicationId } = order
  const { id: sessionId, paymentIntentId, subscriptionId, currentPeriodEnd } = session
  const now = services.now().toISOString()
  for (const { id } of others) await endUnpaidOrder(tx, { orderId: id, status: 'expired' })
  // Managed ads continue after a refund: bought again, they are not billed twice.
  const replaced = await camel(tx)<{ subscriptionId: string }[]>`
    select subscription_id from orders
    where application_id = ${applicationId}::uuid and type = ${order.type}::text and type <> 'extras'
      and id <> ${order.id}::uuid and status in ('refunded', 'cancelled') and subscription_id is not null`
  await tx<Record<string, never>[]>`
    update orders
    set status = 'paid', paid_at = coalesce(paid_at, ${now}::timestamptz), checkout_session_id = ${sessionId}::text,
      payment_intent_id = coalesce(${paymentIntentId}::text, payment_intent_id),
      subscription_id = coalesce(${subscriptionId}::text, subscription_id),
      covers_until = ${currentPeriodEnd}::timestamptz, opening_until = null, updated_at = now()
    where id = ${order.id}::uuid and status in ('pending', 'expired', 'failed')`
  const published = publishesUntil === null ? null : await publish(tx, services, order, publishesUntil)
  if (published?.outcome === 'renewed') await openRenewal(tx, { applicationId }, services)
  if (order.type === 'extras') await placeFeatured(tx, { applicationId, now })
  const gold = order.type === 'award' ? await bookGold(tx, services, order) : null
  if (paymentIntentId) {
    // Events about a payment that was not known before have waited for it.
    const early = await tx<{ id: string }[]>`
      update payment_events set processed_at = null, outcome = null
      where outcome = 'early' and payload -> 'data' -> 'object' ->> 'payment_intent' = ${paymentIntentId}::text
      returning id`
    for (const { id: eventId } of early) await addJob(tx, 'process-payment-event', { eventId })
  }
  await queueDocuments(tx, order.id)
  // At the next payment no UK VAT is charged: the rates of this one were fixed before it was typed.
  if (session.foreignVatNumber && order.vat !== null && order.vat !== 'none')
    await tx<Record<string, never>[]>`
      update organisations set vat_number = coalesce(vat_number, ${session.foreignVatNumber}::text), updated_at = now()
      where id = ${order.organisationId}::uuid`
  // A free order whose code has been used since gets an email about its end instead.
  const receipt =
    published?.outcome === 'code-used'
      ? null
      : await writeReceipt(tx, services, order, currentPeriodEnd, published?.outcome === 'waiting', gold?.waitsUntil)
  return {
    outcome: paid(order),
    discrepancies: isApproved ? [] : [toCheck(session, 'not-approved', order.id)],
    mails: [...(published?.mails ?? []), ...(gold?.mails ?? []), ...(receipt?.mails ?? [])],
    unconfirmed: receipt?.unconfirmed ?? null,
    closes: others.flatMap(({ checkoutSessionId }) => checkoutSessionId ?? []),
    ends: replaced.map(({ subscriptionId }) => subscriptionId),
  }
}

async function writeReceipt(
  tx: Transaction,
  { brand, env, now }: Services,
  order: Order,
  periodEnd: string | null,
  isWaiting: boolean,
  goldUntil: string | null = null,
): Promise<Pick<Change<Booking>, 'mails' | 'unconfirmed'>> {
  const { applicationId } = order
  const [application] = await readFunnelApplication(tx, { applicationId })
  const judged = isWaiting ? await checkIdentity(tx, applicationId, paidFor(order), londonDay(now())) : null
  const receipt = orderPaidMail(order, application!, periodEnd, judged?.waits ?? null, brand)
  const [agreed] = await camel(tx)<{ shown: ShownTerm[]; startsNow: boolean }[]>`
    select shown, starts_now from order_agreements where order_id = ${order.id}::uuid order by agreed_at desc, id desc limit 1`
  return {
    mails: [
      goldUntil
        ? withGoldWords(receipt, goldUntil, env.goldMinScore)
        : agreed
          ? withTerms(receipt, agreed.shown)
          : receipt,
      // The team gets an email about an award once it has been given.
      order.type === 'award' ? null : orderWorkMail(order, application!, brand, startWords(agreed?.startsNow, now())),
    ],
    unconfirmed: judged?.waits.includes('address') ? application!.organisationEmail : null,
  }
}
