import type { CamelSql } from '#database/camel.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { pounds, poundsAndPence } from '#domain/money.ts'
import {
  type Discrepancy,
  listDiscrepancies,
  readDiscrepancy,
} from '#features/payments/fulfilment/server/discrepancy-queries.ts'
import { listMovements, type MovementRow } from '#features/payments/ledger/server/sum-movements.ts'
import {
  type Refundable,
  type RefundOutcome,
  readRefundable,
  refundOrder,
} from '#features/payments/refunds/server/refund-order.ts'
import { listRefunds, type RefundRow } from '#features/payments/refunds/server/refund-queries.ts'
import { disputeReason, disputeWords } from '#features/payments/rules.ts'
import { conflicted, hasConflict } from '#features/register/server/has-conflict.ts'
import { did, outsideCommand, wrong } from '#page/command.ts'
import { notFound, page } from '#page/page.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure } from '#wire/failure.ts'
import type { Outcome } from '#wire/form.ts'
import { refundForm } from '../form.ts'
import { actionWords, discrepancyWords, penceOf, refundStateWords } from '../rules.ts'
import { type AdminOrder, listPaymentEvents, type PaymentEventRow, readAdminOrder } from './admin-queries.ts'
import { type DisputeRow, listDisputes } from './dispute-queries.ts'

const refund = outsideCommand({
  permission: 'money',
  params: { id: isUuid },
  form: refundForm,
  run: async ({ params: { id }, input: { requestKey, discrepancy, amount, reason, again }, admin, sql, services }) => {
    if (await hasConflict(sql, { orderId: id, personId: admin.id })) return conflicted
    const discrepancyId = isUuid(discrepancy) ? discrepancy : null
    // The log names the order of the page, so the payment has to be one in its name.
    if (discrepancyId && (await readDiscrepancy(services.sql, { discrepancyId }))[0]?.orderId !== id)
      return failure('not-found', 'There is no such payment.')
    const pence = penceOf(amount)!
    const outcome = await refundOrder(
      services,
      {
        ...(discrepancyId ? { discrepancyId } : { orderId: id }),
        amountPence: pence,
        reason,
        isForCause: !discrepancyId && again === 'closed',
        requestKey,
        by: admin,
      },
      async (tx, refundId, amountPence) => {
        const subject = { kind: 'order', id }
        const after = { refundId, amountPence, discrepancyId }
        await recordChange(tx, { actor: byPerson(admin), subject, action: 'refunded', after })
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
    refunded: 'The money has been refunded',
    'under-way': {
      tone: 'warning',
      title: 'The refund is recorded, and the provider has not answered yet',
      text: 'We ask again automatically. The money is refunded only once.',
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

function refusalOf(outcome: Exclude<RefundOutcome, { kind: 'refunded' | 'under-way' | 'too-much' }>): Outcome {
  switch (outcome.kind) {
    case 'refused':
      return {
        tone: 'danger',
        title: 'The payment provider has refused the refund',
        ...(outcome.problem ? { text: `It says: ${outcome.problem}` } : {}),
      }
    case 'nothing-left':
      return whyNothing.refundable
    case 'not-found':
      return { tone: 'danger', title: 'There is no such payment' }
    case 'unavailable':
      return { ...whyNothing.unavailable, text: 'Nothing was refunded. Try again.' }
    default:
      return whyNothing[outcome.kind]
  }
}

/** The provider is asked only where money is to be given back. */
export const order = page('order', {
  commands: { refund },
  load: async ({ params: { id }, query, typed, refused, sql, services }) => {
    if (refused?.failure === 'not-found') return notFound()
    const [order] = isUuid(id) ? await readAdminOrder(sql.raw, { orderId: id }) : []
    if (!order) return { kind: 'unknown' as const }
    const [refunds, movements, disputes, discrepancies, events, changes] = await Promise.all([
      listRefunds(sql.raw, { orderId: id }),
      listMovements(sql.raw, { orderId: id }),
      listDisputes(sql.raw, { orderId: id, limit: 50, offset: 0 }),
      listDiscrepancies(sql.raw, { onlyOpen: false, orderId: id, limit: 50, offset: 0 }),
      listPaymentEvents(sql.raw, { state: null, type: null, orderId: id, newestFirst: true, limit: 100, offset: 0 }),
      listChanges(sql, id),
    ])
    const asked = refused ? (typed.discrepancy ?? '') : query.get('discrepancy')
    const discrepancyId = isUuid(asked) ? asked : null
    const isKnown = discrepancyId === null || discrepancies.some((discrepancy) => discrepancy.id === discrepancyId)
    const { payment, why } =
      refused || query.has('refund')
        ? await readPayment(services, isKnown ? (discrepancyId ? { discrepancyId } : { orderId: id }) : null)
        : { payment: null, why: null }
    return {
      kind: 'found' as const,
      order,
      disputes: [...disputes],
      discrepancies: [...discrepancies],
      movements: [...movements],
      history: historyOf({ order, refunds, movements, disputes, discrepancies, events, changes }),
      // What somebody has typed is shown again, whatever has become of the payment since then.
      refund:
        refused || (payment && !why)
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
  const { kind, takenPence, refundedPence, leftPence } = refundable
  const payment = { takenPence, refundedPence, leftPence }
  return { payment, why: payment.leftPence > 0 ? null : whyNothing[kind] }
}

const whyNothing: Record<Refundable['kind'], Outcome> = {
  'being-asked': {
    tone: 'warning',
    title: 'A refund of this payment is under way, and the provider has not answered yet',
    text: 'We ask again automatically. Until it answers we do not know how much is left, so you cannot refund more.',
  },
  refundable: { tone: 'warning', title: 'Everything has already been refunded' },
  'nothing-taken': { tone: 'warning', title: 'No money was paid, so there is nothing to refund' },
  'not-found': { tone: 'danger', title: 'The payment provider does not have this payment' },
  unavailable: { tone: 'danger', title: 'The payment provider does not answer', text: 'Try again in a few minutes.' },
}

const item = (key: string, at: Instant, what: string, why: string | null = null) => ({ key, at, what, why })

function historyOf(of: {
  order: AdminOrder
  refunds: RefundRow[]
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
        `Refund of ${poundsAndPence(amountPence)}: ${refundStateWords[state]}`,
        [requestedByName ?? 'Made at the provider', reason, problem].filter(Boolean).join('. '),
      ),
    ),
    ...of.changes.map((change) =>
      item(`change-${change.id}`, change.happenedAt, `${change.actorName} ${actionWords(change.action)}`),
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
