import type { CamelSql } from '#database/camel.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { pounds, poundsAndPence } from '#domain/money.ts'
import { listDocuments } from '#features/payments/documents/server/queries.ts'
import {
  type Discrepancy,
  listDiscrepancies,
  readDiscrepancy,
} from '#features/payments/fulfilment/server/discrepancy-queries.ts'
import { listMovements, type MovementRow } from '#features/payments/ledger/server/sum-movements.ts'
import { type RefundOutcome, readRefundable, refundOrder } from '#features/payments/refunds/server/refund-order.ts'
import { listRefunds, type RefundRow } from '#features/payments/refunds/server/refund-queries.ts'
import {
  isAboveLimit,
  listRefundRequests,
  type RefundRequestRow,
} from '#features/payments/refunds/server/refund-requests.ts'
import { disputeReason, disputeWords } from '#features/payments/rules.ts'
import type { Buyer, ShownTerm } from '#features/payments/terms.ts'
import { conflicted, hasConflict } from '#features/register/server/has-conflict.ts'
import { did, outsideCommand, wrong } from '#page/command.ts'
import { notFound, page } from '#page/page.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure } from '#wire/failure.ts'
import type { Outcome } from '#wire/form.ts'
import { refundForm } from '../form.ts'
import { actionWords, discrepancyWords, penceOf, refundStates } from '../rules.ts'
import { type AdminOrder, listPaymentEvents, type PaymentEventRow, readAdminOrder } from './admin-queries.ts'
import { type DisputeRow, listDisputes } from './dispute-queries.ts'
import { providerPages } from './provider-page.ts'
import { approveRefund, declineRefund } from './refund-approval.ts'
import { refundedWords, refusalOf, whyNothing } from './refund-words.ts'

const refund = outsideCommand({
  permission: 'money',
  params: { id: isUuid },
  form: refundForm,
  run: async ({ params: { id }, input, admin, sql, write, now, services }) => {
    const { requestKey, discrepancy, amount, reason, again } = input
    if (await hasConflict(sql, { orderId: id, personId: admin.id })) return conflicted
    const discrepancyId = isUuid(discrepancy) ? discrepancy : null
    // The log names the order of the page, so the payment has to be one in its name.
    if (discrepancyId && (await readDiscrepancy(services.sql, { discrepancyId }))[0]?.orderId !== id)
      return failure('not-found', 'There is no such payment.')
    const pence = penceOf(amount)!
    const target = discrepancyId ? { discrepancyId } : { orderId: id }
    const isForCause = !discrepancyId && again === 'closed'
    const isLarge = await isAboveLimit(sql, { orderId: id, requestKey, amountPence: pence })
    if (isLarge && services.env.refundFourEyes) {
      const refundable = await readRefundable(services, target)
      if (refundable.kind !== 'refundable') return notRefunded(whyNothing[refundable.kind], { isSpent: false })
      if (refundable.leftPence === 0) return notRefunded(whyNothing.refundable, { isSpent: false })
      if (pence > refundable.leftPence)
        return wrong({ amount: `Only ${pounds(refundable.leftPence)} is left to refund` })
      return await write(async (sql) => {
        const added = await sql<{ id: string }[]>`
          insert into refund_requests (
            id, order_id, discrepancy_id, amount_pence, reason, is_for_cause, requested_by, requested_by_name, requested_at)
          values (${requestKey}::uuid, ${id}::uuid, ${discrepancyId}::uuid, ${pence}::int, ${reason}::text,
            ${isForCause}::boolean, ${admin.id}::text, ${admin.name}::text, ${now}::timestamptz)
          on conflict (id) do nothing
          returning id`
        const after = { amountPence: pence, discrepancyId }
        const audit = { subject: { kind: 'order', id }, action: 'refund-requested', after } as const
        return did({ done: 'waiting', ...(added.length > 0 && { audit }) })
      })
    }
    const outcome = await refundOrder(
      services,
      {
        ...target,
        amountPence: pence,
        reason,
        isForCause,
        requestKey,
        by: admin,
      },
      async (tx, refundId, amountPence) => {
        const subject = { kind: 'order', id }
        const after = { refundId, amountPence, discrepancyId }
        const action = isLarge ? 'refunded-alone' : 'refunded'
        await recordChange(tx, { actor: byPerson(admin), subject, action, after })
      },
    )
    switch (outcome.kind) {
      case 'refunded':
      case 'under-way':
        if (outcome.amountPence === pence) return did({ done: outcome.kind })
        // Somebody has gone back to a form that was sent, and changed the amount.
        return notRefunded(changedWords(outcome), { isSpent: true })
      case 'too-much':
        return wrong({ amount: `Only ${pounds(outcome.leftPence)} is left to refund` })
      default:
        // The key of a refund that was refused stays with it: the form that is shown again asks for another.
        return notRefunded(refusalOf(outcome), { isSpent: outcome.kind === 'refused' })
    }
  },
  done: {
    ...refundedWords,
    waiting: {
      tone: 'warning',
      title: 'The refund waits for a second person',
      text: 'It is above £500. Nothing is refunded until somebody else approves it.',
    },
  },
})

/** @param of.isSpent whether the form's key is used up. */
function notRefunded(outcome: Outcome, of: { isSpent: boolean }): Failure {
  return failure('conflict', outcome.title, { details: { outcome, ...of } })
}

function changedWords({ kind, amountPence }: Extract<RefundOutcome, { amountPence: number }>): Outcome {
  const before = pounds(amountPence)
  return {
    tone: 'warning',
    title:
      kind === 'refunded'
        ? `You have already refunded ${before} with this form. Nothing more was refunded`
        : `You have already asked to refund ${before} with this form, and the provider has not answered yet`,
    text: 'What you typed is in a new form.',
  }
}

/** The provider is asked only where money is to be given back. */
export const order = page('order', {
  commands: { refund, approveRefund, declineRefund },
  load: async ({ params: { id }, query, typed, refused, visitor, sql, services }) => {
    if (refused?.failure === 'not-found') return notFound()
    const [order] = isUuid(id) ? await readAdminOrder(sql.raw, { orderId: id }) : []
    if (!order) return { kind: 'unknown' as const }
    const [refunds, requests, movements, disputes, discrepancies, events, changes, documents, agreements] =
      await Promise.all([
        listRefunds(sql.raw, { orderId: id }),
        listRefundRequests(sql, id),
        listMovements(sql.raw, { orderId: id }),
        listDisputes(sql.raw, { orderId: id, limit: 50, offset: 0 }),
        listDiscrepancies(sql.raw, { onlyOpen: false, orderId: id, limit: 50, offset: 0 }),
        listPaymentEvents(sql.raw, { state: null, type: null, orderId: id, newestFirst: true, limit: 100, offset: 0 }),
        listChanges(sql, id),
        listDocuments(sql.raw, { orderId: id }),
        sql<{ id: string; agreedAt: Instant; termsVersion: string; shown: ShownTerm[]; buyer: Buyer | null }[]>`
        select id, agreed_at, terms_version, shown, buyer from order_agreements
        where order_id = ${id}::uuid order by agreed_at, id limit 50`,
      ])
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
      requests: waitingRequests(requests, (await visitor.admin())!.id),
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

/** The others are in the history. */
function waitingRequests(requests: readonly RefundRequestRow[], personId: string) {
  return requests
    .filter(({ state }) => state === 'waiting')
    .map(({ id, amountPence, reason, requestedBy, requestedByName, requestedAt }) => ({
      id,
      amountPence,
      reason,
      requestedByName,
      requestedAt,
      isOwn: requestedBy === personId,
    }))
}

async function readPayment(services: Services, target: Parameters<typeof readRefundable>[1] | null) {
  const refundable = target ? await readRefundable(services, target) : ({ kind: 'not-found' } as const)
  if (refundable.kind !== 'refundable') return { payment: null, why: whyNothing[refundable.kind] }
  const { kind, takenPence, refundedPence, leftPence } = refundable
  const payment = { takenPence, refundedPence, leftPence }
  return { payment, why: payment.leftPence > 0 ? null : whyNothing[kind] }
}

const item = (key: string, at: Instant, what: string, why: string | null = null) => ({ key, at, what, why })

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
        `Refund of ${poundsAndPence(amountPence)}: ${refundStates[state]!.words}`,
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
    ...of.changes.map((change) =>
      item(
        `change-${change.id}`,
        change.happenedAt,
        `${change.actorName} ${actionWords[change.action] ?? change.action}`,
      ),
    ),
  ]
  return items.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

type ChangeRow = { id: number; happenedAt: string; actorName: string; action: string }

const listChanges = (sql: CamelSql, orderId: string) => sql<ChangeRow[]>`
  select id, happened_at, actor_name, action from audit_log
  where subject_kind = 'order' and subject_id = ${orderId}::text
  order by id
  limit 200`
