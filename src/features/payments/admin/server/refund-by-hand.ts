import { type } from 'arktype'
import { byPerson, recordChange } from '#database/record-change.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { pounds } from '#domain/money.ts'
import { readDiscrepancy } from '#features/payments/fulfilment/server/queries.ts'
import { decideRefundRequest, findRefundRequest, isAboveLimit } from '#features/payments/refunds/server/queries.ts'
import {
  type Refundable,
  type RefundOutcome,
  readRefundable,
  refundOrder,
} from '#features/payments/refunds/server/refund-order.ts'
import { conflicted, hasConflict } from '#features/register/server/has-conflict.ts'
import { command, did, outsideCommand, wrong } from '#page/command.ts'
import { type Failure, failure } from '#wire/failure.ts'
import type { Outcome } from '#wire/form.ts'
import { refundForm } from '../form.ts'
import { penceOf } from '../rules.ts'

const refundedWords = {
  refunded: 'The money has been refunded',
  'under-way': {
    tone: 'warning',
    title: 'The refund is recorded, and the provider has not answered yet',
    text: 'We ask again automatically. The money is refunded only once.',
  },
} as const

export const refund = outsideCommand({
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

const schema = type({ request: 'string.uuid' })
const params = { id: isUuid }

const unknown = failure('not-found', 'There is no such refund.')
const ownRequest = failure('conflict', 'You asked for this refund. Someone else has to decide it.')
const decided = failure('conflict', 'Someone has already decided it.')

export const approveRefund = outsideCommand({
  permission: 'money',
  params,
  schema,
  run: async ({ params: { id }, input, admin, sql, now, services }) => {
    const [request] = await findRefundRequest(sql, input.request)
    if (request?.orderId !== id) return unknown
    if (await hasConflict(sql, { orderId: id, personId: admin.id })) return conflicted
    if (request.requestedBy === admin.id) return ownRequest
    if (request.state === 'declined') return decided
    const { discrepancyId, amountPence, reason, isForCause, requestedBy, requestedByName } = request
    const outcome = await refundOrder(
      services,
      {
        ...(discrepancyId ? { discrepancyId } : { orderId: id }),
        amountPence,
        reason,
        isForCause,
        requestKey: request.id,
        by: { id: requestedBy, name: requestedByName },
        isAllowed: async (tx) =>
          (await decideRefundRequest(tx, { id: request.id, state: 'approved', by: admin, now })).length > 0,
      },
      async (tx, refundId) => {
        const after = { refundId, amountPence, discrepancyId, requestedBy: requestedByName }
        await recordChange(tx, {
          actor: byPerson(admin),
          subject: { kind: 'order', id },
          action: 'refund-approved',
          after,
        })
      },
    )
    if (outcome.kind === 'refunded' || outcome.kind === 'under-way') return did({ done: outcome.kind })
    if (outcome.kind === 'not-allowed') return decided
    if (outcome.kind === 'too-much')
      return failure('conflict', `Only ${pounds(outcome.leftPence)} is left to refund. Decline it, and ask for less.`)
    return failure('conflict', refusalOf(outcome).title, { details: { outcome: refusalOf(outcome) } })
  },
  done: refundedWords,
})

export const declineRefund = command({
  permission: 'money',
  params,
  schema,
  run: async ({ params: { id }, input, admin, sql, now }) => {
    const [request] = await findRefundRequest(sql, input.request)
    if (request?.orderId !== id) return unknown
    if (await hasConflict(sql, { orderId: id, personId: admin.id })) return conflicted
    if (request.requestedBy === admin.id) return ownRequest
    const [declined] = await decideRefundRequest(sql.raw, { id: request.id, state: 'declined', by: admin, now })
    if (!declined) return decided
    const after = { amountPence: request.amountPence, requestedBy: request.requestedByName }
    return did({ audit: { subject: { kind: 'order', id }, action: 'refund-declined', after } })
  },
  done: { declined: 'The refund is declined. Nothing was refunded' },
})

function refusalOf(outcome: Exclude<RefundOutcome, { kind: 'refunded' | 'under-way' | 'too-much' }>): Outcome {
  switch (outcome.kind) {
    case 'refused':
      return {
        tone: 'danger',
        title: 'The payment provider has refused the refund',
        ...(outcome.problem ? { text: `It says: ${outcome.problem}` } : {}),
      }
    case 'not-allowed':
      return { tone: 'danger', title: 'Nothing was refunded' }
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

export const whyNothing: Record<Refundable['kind'], Outcome> = {
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
