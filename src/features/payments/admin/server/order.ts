import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { poundsAndPence } from '#domain/money.ts'
import type { VatTreatment } from '#domain/vat.ts'
import { listDocuments } from '#features/payments/documents/server/queries.ts'
import { type Discrepancy, listDiscrepancies } from '#features/payments/fulfilment/server/queries.ts'
import { listMovements, type MovementRow } from '#features/payments/ledger/server/sum-movements.ts'
import {
  listRefunds,
  type RefundRequestRow,
  type RefundRow,
  requestColumns,
} from '#features/payments/refunds/server/queries.ts'
import { readRefundable } from '#features/payments/refunds/server/refund-order.ts'
import { disputeReason, disputeWords } from '#features/payments/rules.ts'
import type { Buyer, ShownTerm } from '#features/payments/terms.ts'
import { notFound, page } from '#page/page.ts'
import type { Services } from '#requests/services.ts'
import { actionWords, discrepancyWords, refundStates } from '../rules.ts'
import { type AdminOrderRow, fromOrders, orderFields } from './order-list-queries.ts'
import { providerPages } from './provider-page.ts'
import { type DisputeRow, listDisputes, listPaymentEvents, type PaymentEventRow } from './queries.ts'
import { approveRefund, declineRefund, refund, whyNothing } from './refund-by-hand.ts'

type AdminOrder = Omit<AdminOrderRow, 'has_discrepancy'> & {
  vat: VatTreatment | null
  vat_number: string | null
  checkout_closed_at: string | null
  checkout_session_id: string | null
  payment_intent_id: string | null
  subscription_id: string | null
  customer_id: string | null
  debit_began_at: string | null
  /** Of the first payment. */
  card_last4: string | null
  entry_number: string | null
  entry_slug: string | null
  register_status: string | null
  assurance: string | null
  assured_on: string | null
  gold_until: string | null
  gold_given_at: string | null
}

/** The provider is asked only where money is to be given back. */
export const order = page('order', {
  commands: { refund, approveRefund, declineRefund },
  load: async ({ params: { id }, query, typed, refused, visitor, sql, services }) => {
    if (refused?.failure === 'not-found') return notFound()
    const { raw } = sql
    const [order] = isUuid(id)
      ? await raw<AdminOrder[]>`
        select ${orderFields(raw)}, a.checkout_closed_at, o.debit_began_at,
          (select last4 from payment_cards where payment_intent_id = o.payment_intent_id) as card_last4,
          o.checkout_session_id, o.payment_intent_id, o.subscription_id,
          o.vat, g.vat_number, g.stripe_customer_id as customer_id, e.number as entry_number, e.slug as entry_slug,
          register_status(e.status, e.valid_until) as register_status, e.assurance, e.assured_on,
          w.waits_until as gold_until, w.given_at as gold_given_at
        ${fromOrders(raw)}
        left join register_entries e on e.application_id = o.application_id
        left join gold_awards w on w.order_id = o.id
        where o.id = ${id}::uuid`
      : []
    if (!order) return { kind: 'unknown' as const }
    const [refunds, requests, movements, disputes, discrepancies, events, changes, documents, agreements] =
      await Promise.all([
        listRefunds(raw, { orderId: id }),
        sql<RefundRequestRow[]>`
        select ${requestColumns(sql)} from refund_requests where order_id = ${id}::uuid order by requested_at desc, id limit 50`,
        listMovements(raw, { orderId: id }),
        listDisputes(raw, { orderId: id, limit: 50, offset: 0 }),
        listDiscrepancies(raw, { onlyOpen: false, orderId: id, limit: 50, offset: 0 }),
        listPaymentEvents(raw, { orderId: id, newestFirst: true, limit: 100, offset: 0 }),
        sql<ChangeRow[]>`
        select id, happened_at, actor_name, action from audit_log
        where subject_kind = 'order' and subject_id = ${id}::text order by id limit 200`,
        listDocuments(raw, { orderId: id }),
        sql<{ id: string; agreedAt: Instant; termsVersion: string; shown: ShownTerm[]; buyer: Buyer | null }[]>`
        select id, agreed_at, terms_version, shown, buyer from order_agreements
        where order_id = ${id}::uuid order by agreed_at, id limit 50`,
      ])
    const admin = await visitor.admin()
    const isForm = refused && !typed.request
    const asked = isForm ? (typed.discrepancy ?? '') : query.get('discrepancy')
    const discrepancyId = isUuid(asked) ? asked : null
    const isKnown = discrepancyId === null || discrepancies.some((discrepancy) => discrepancy.id === discrepancyId)
    const { payment, why } =
      isForm || query.has('refund')
        ? await readPayment(services, isKnown ? (discrepancyId ? { discrepancyId } : { orderId: id }) : null)
        : { payment: null, why: null }
    return {
      kind: 'found' as const,
      order,
      providerPages: providerPages(services.env),
      // The others are in the history.
      requests: requests
        .filter(({ state }) => state === 'waiting')
        .map(({ id, amountPence, reason, requestedBy, requestedByName, requestedAt }) => {
          return { id, amountPence, reason, requestedByName, requestedAt, isOwn: requestedBy === admin!.id }
        }),
      disputes: [...disputes],
      discrepancies: [...discrepancies],
      documents,
      agreements: [...agreements],
      movements: [...movements],
      history: historyOf({ order, refunds, requests, movements, disputes, discrepancies, events, changes }),
      // What somebody has typed is shown again, whatever has become of the payment since then.
      refund:
        isForm || (payment && !why)
          ? {
              discrepancyId,
              requestKey:
                isUuid(typed.requestKey) && !refused?.details?.isSpent ? typed.requestKey : crypto.randomUUID(),
              payment,
            }
          : null,
      notice: refused?.details?.outcome ? null : why,
    }
  },
  status: ({ kind }) => (kind === 'unknown' ? 404 : null),
})

async function readPayment(services: Services, target: Parameters<typeof readRefundable>[1] | null) {
  const refundable = target ? await readRefundable(services, target) : ({ kind: 'not-found' } as const)
  if (refundable.kind !== 'refundable') return { payment: null, why: whyNothing[refundable.kind] }
  const { kind, paymentIntentId: _, currency: __, ...payment } = refundable
  return { payment, why: payment.leftPence > 0 ? null : whyNothing[kind] }
}

const item = (key: string, at: Instant, what: string, why: string | null = null) => ({ key, at, what, why })

type ChangeRow = { id: number; happenedAt: string; actorName: string; action: string }

function historyOf(of: {
  order: AdminOrder
  refunds: RefundRow[]
  requests: RefundRequestRow[]
  movements: MovementRow[]
  disputes: DisputeRow[]
  discrepancies: Discrepancy[]
  events: PaymentEventRow[]
  changes: ChangeRow[]
}) {
  const { order, disputes } = of
  const items = [
    item('ordered', order.created_at, 'Ordered', poundsAndPence(order.amount_pence - order.discount_pence)),
    ...(order.paid_at ? [item('paid', order.paid_at, 'Paid')] : []),
    ...of.movements
      .filter(({ kind }) => kind === 'renewal')
      .map(({ id, happenedAt, amountPence }) => item(id, happenedAt, 'Renewed', poundsAndPence(amountPence))),
    ...disputes.map(({ id, opened_at, amount_pence, reason }) =>
      item(id, opened_at, `Disputed: ${poundsAndPence(amount_pence)}`, disputeReason(reason)),
    ),
    ...disputes.flatMap(({ id, ended_at, status }) =>
      ended_at ? [item(`${id}-ended`, ended_at, 'Dispute ended', disputeWords(status))] : [],
    ),
    ...of.events.map((event) => item(event.id, event.received_at, `Event: ${event.type}`, event.outcome)),
    ...of.discrepancies.map(({ id, found_at, kind, amount_pence }) =>
      item(id, found_at, discrepancyWords[kind]!, poundsAndPence(amount_pence)),
    ),
    ...of.refunds.map(({ id, requestedAt, requestedByName, amountPence, state, reason, problem }) =>
      item(
        id,
        requestedAt,
        `Refund of ${poundsAndPence(amountPence)}: ${refundStates[state]!.label.toLowerCase()}`,
        [requestedByName ?? 'Made at the provider', reason, problem].filter(Boolean).join('. '),
      ),
    ),
    ...of.requests
      .filter(({ state }) => state === 'declined')
      .map(({ id, requestedAt, requestedByName, decidedByName, amountPence, reason }) =>
        item(
          id,
          requestedAt,
          `Refund of ${poundsAndPence(amountPence)}: declined`,
          `${requestedByName}: ${reason} Declined by ${decidedByName}.`,
        ),
      ),
    ...of.changes.map(({ id, happenedAt, actorName, action }) =>
      item(`change-${id}`, happenedAt, `${actorName} ${actionWords[action] ?? action}`),
    ),
  ]
  return items.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}
