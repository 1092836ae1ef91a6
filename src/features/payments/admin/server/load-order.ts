import type { SqlRunner } from '#database/sql.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { poundsAndPence } from '#domain/money.ts'
import { type Discrepancy, listDiscrepancies } from '#features/payments/fulfilment/server/discrepancy-queries.ts'
import { type Refundable, readRefundable } from '#features/payments/refunds/server/refund-order.ts'
import { listRefunds, type RefundRow } from '#features/payments/refunds/server/refund-queries.ts'
import { disputeReason, disputeWords } from '#features/payments/rules.ts'
import type { Loader, PageRequest } from '#requests/page-loader.ts'
import type { PastEvent } from '#ui/admin-history.tsx'
import type { AdminSays } from '#ui/admin-notice.tsx'
import { actionWords, discrepancyWords, refundStateWords } from '../rules.ts'
import type { OrderData, RefundForm } from '../state.ts'
import { type AdminOrder, listPaymentEvents, type PaymentEventRow, readAdminOrder } from './admin-queries.ts'
import { type DisputeRow, listDisputes, listRenewals, type RenewalRow } from './movement-queries.ts'

const notices: Record<string, AdminSays> = {
  refunded: { tone: 'success', title: 'The money has been refunded' },
  'under-way': {
    tone: 'warning',
    title: 'The refund is recorded, and the provider has not answered yet',
    text: 'We ask again automatically. The money is refunded only once.',
  },
}

/** Feeds the page of one order. The provider is asked only where money is to be given back. */
export const loadOrder: Loader<OrderData> = async (request) => {
  const { query } = request
  const notice = notices[query.get('done') ?? ''] ?? null
  const discrepancyId = query.get('discrepancy')
  return await orderPage(request, {
    notice,
    ...(query.has('refund') ? { refund: { discrepancyId: isUuid(discrepancyId) ? discrepancyId : null } } : {}),
  })
}

/** The page of an order as it stands, or after a post, with what was typed. */
export async function orderPage(
  { params, services }: PageRequest,
  more: { notice?: AdminSays | null; refund?: Partial<RefundForm> } = {},
): Promise<{ kind: 'page'; status?: number; data: OrderData }> {
  const { sql } = services
  const id = params.id ?? ''
  const [order] = isUuid(id) ? await readAdminOrder(sql, { orderId: id }) : []
  if (!order) return { kind: 'page', status: 404, data: { kind: 'not-found' } }
  const [refunds, renewals, disputes, discrepancies, events, changes] = await Promise.all([
    listRefunds(sql, { orderId: id }),
    listRenewals(sql, { orderId: id }),
    listDisputes(sql, { orderId: id, limit: 50, offset: 0 }),
    listDiscrepancies(sql, { onlyOpen: false, orderId: id, limit: 50, offset: 0 }),
    listPaymentEvents(sql, { state: null, type: null, orderId: id, newestFirst: true, limit: 100, offset: 0 }),
    listChanges(sql, { subjectKind: 'order', subjectId: id }),
  ])
  let { notice = null } = more
  let refund: RefundForm | null = null
  if (more.refund) {
    const { discrepancyId = null, ...typed } = more.refund
    const own = discrepancyId === null || discrepancies.some((discrepancy) => discrepancy.id === discrepancyId)
    const found = own
      ? await readRefundable(services, discrepancyId ? { discrepancyId } : { orderId: id })
      : ({ kind: 'not-found' } as const)
    const payment = found.kind === 'refundable' ? found : null
    const mayRefund = payment !== null && payment.leftPence > 0
    if (!mayRefund) notice ??= whyNothing[found.kind]
    // What somebody has typed is shown again, whatever has become of the payment meanwhile.
    if (mayRefund || typed.reason !== undefined) {
      refund = {
        discrepancyId,
        requestKey: crypto.randomUUID(),
        payment: payment && {
          takenPence: payment.takenPence,
          refundedPence: payment.refundedPence,
          leftPence: payment.leftPence,
        },
        amount: payment ? (payment.leftPence / 100).toFixed(2) : '',
        amountProblem: null,
        reason: '',
        reasonProblem: null,
        again: null,
        againProblem: null,
        ...typed,
      }
    }
  }
  const history = historyOf(order, refunds, renewals, disputes, discrepancies, events, changes)
  return {
    kind: 'page',
    data: { kind: 'found', order, refunds, disputes, discrepancies, history, refund, notice },
  }
}

/** Said while the answer to a refund is waited for. */
export const beingAsked: AdminSays = {
  tone: 'warning',
  title: 'A refund of this payment is under way, and the provider has not answered yet',
  text: 'We ask again automatically. Until it answers we do not know how much is left, so you cannot refund more.',
}

const whyNothing: Record<Refundable['kind'], AdminSays> = {
  'being-asked': beingAsked,
  refundable: { tone: 'warning', title: 'Everything has already been refunded' },
  'nothing-taken': { tone: 'warning', title: 'No money was paid, so there is nothing to refund' },
  'not-found': { tone: 'danger', title: 'The payment provider does not have this payment' },
  unavailable: { tone: 'danger', title: 'The payment provider does not answer', text: 'Try again in a few minutes.' },
}

function historyOf(
  order: AdminOrder,
  refunds: RefundRow[],
  renewals: RenewalRow[],
  disputes: DisputeRow[],
  discrepancies: Discrepancy[],
  events: PaymentEventRow[],
  changes: ChangeRow[],
): PastEvent[] {
  const item = (key: string, at: string, what: string, why: string | null = null): PastEvent => ({ key, at, what, why })
  const items = [
    item('ordered', order.created_at, 'Ordered', poundsAndPence(order.amount_pence - order.discount_pence)),
    ...(order.paid_at ? [item('paid', order.paid_at, 'Paid')] : []),
    ...renewals.map(({ id, paid_at, amount_pence }) => item(id, paid_at, 'Renewed', poundsAndPence(amount_pence))),
    ...disputes.map(({ id, opened_at, amount_pence, reason }) =>
      item(id, opened_at, `Disputed: ${poundsAndPence(amount_pence)}`, disputeReason(reason)),
    ),
    ...disputes.flatMap(({ id, ended_at, status }) =>
      ended_at ? [item(`${id}-ended`, ended_at, 'Dispute ended', disputeWords(status))] : [],
    ),
    ...events.map((event) => item(event.id, event.received_at, `Event: ${event.type}`, event.outcome)),
    ...discrepancies.map((discrepancy) =>
      item(
        discrepancy.id,
        discrepancy.found_at,
        discrepancyWords[discrepancy.kind]!,
        poundsAndPence(discrepancy.amount_pence),
      ),
    ),
    ...refunds.map((refund) =>
      item(
        refund.id,
        refund.requested_at,
        `Refund of ${poundsAndPence(refund.amount_pence)}: ${refundStateWords[refund.state]}`,
        [refund.requested_by_name ?? 'Made at the provider', refund.reason, refund.problem].filter(Boolean).join('. '),
      ),
    ),
    ...changes.map((change) =>
      item(`change-${change.id}`, change.happened_at, `${change.actor_name} ${actionWords(change.action)}`),
    ),
  ]
  return items.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

type ChangeRow = { id: number; happened_at: string; actor_name: string; action: string }

/** What people of the admin area have done about it, oldest first. */
const listChanges = (sql: SqlRunner, { subjectKind, subjectId }: { subjectKind: string; subjectId: string }) => sql<
  ChangeRow[]
>`
  select id, happened_at, actor_name, action from audit_log
  where subject_kind = ${subjectKind}::text and subject_id = ${subjectId}::text
  order by id
  limit 200`
