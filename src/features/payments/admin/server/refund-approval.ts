import { type } from 'arktype'
import { byPerson, recordChange } from '#database/record-change.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { pounds } from '#domain/money.ts'
import { refundOrder } from '#features/payments/refunds/server/refund-order.ts'
import { decideRefundRequest, findRefundRequest } from '#features/payments/refunds/server/refund-requests.ts'
import { conflicted, hasConflict } from '#features/register/server/has-conflict.ts'
import { command, did, outsideCommand } from '#page/command.ts'
import { failure } from '#wire/failure.ts'
import { refundedWords, refusalOf } from './refund-words.ts'

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
